SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#page',
  deepLinking: true,
  displayRequestDuration: true,
  // The default sends the document to a host that checks it.
  validatorUrl: null,
});
