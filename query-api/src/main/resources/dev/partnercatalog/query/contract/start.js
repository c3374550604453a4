SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#page',
  deepLinking: true,
  displayRequestDuration: true,
  // The default sends the document to an external validator.
  validatorUrl: null,
});
