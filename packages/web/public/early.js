// Runs before everything else, as a file, because the content security policy forbids inline scripts.
;(function () {
  // The policy forbids eval: zod must not even try it. It looks here when its first schema is made,
  // which in the built application is before any module of ours runs.
  globalThis.__zod_globalConfig = { jitless: true }

  // Before the first paint, so that the chosen theme never flashes.
  // The key and the values are those of src/lib/theme-choice.ts.
  var choice = null
  try {
    choice = localStorage.getItem('tenantscope.theme')
  } catch {
    // Storage may be closed to us; the system's theme is the answer then.
  }
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice
})()
