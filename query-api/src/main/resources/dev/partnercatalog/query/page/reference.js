const dark = matchMedia('(prefers-color-scheme: dark)');
const showTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', showTheme);
showTheme();

// Corrects what the library gets wrong for those who use a screen reader or a keyboard: a link within a button, headings that skip a level,
// and a list without a name.
const accessible = {
  wrapComponents: {
    DeepLink: (Original, { React }) => ({ text }) => React.createElement('span', { className: 'nostyle' }, text),
    operations: (Original, { React }) => (properties) => React.createElement('div', {},
      React.createElement('h2', {}, 'Operations'), React.createElement(Original, properties)),
  },
};

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  // The default sends the document to an external validator.
  validatorUrl: null,
  plugins: [accessible],
  onComplete: () => document.getElementById('servers')?.setAttribute('aria-label', 'Server'),
});
