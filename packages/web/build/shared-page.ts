import type { Plugin, UserConfig } from 'vite'

/** The public page of shared reports: built apart from the app, and found at its links in development. */
export function sharedPage(): Plugin {
  return {
    name: 'shared-page',
    config: (_, { command }) => (command === 'build' ? BUILD_APART : undefined),
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _, next) => {
        if (/^\/shared(?:\/|$)/u.test(request.url ?? '')) request.url = '/shared.html'
        next()
      })
    },
  }
}

/**
 * An environment of its own, built after the app's: a customer loads nothing of the app, and the app's
 * files are what they would be without this page.
 */
const BUILD_APART: UserConfig = {
  environments: {
    shared: {
      consumer: 'client',
      build: {
        rolldownOptions: { input: 'shared.html' },
        // The app's files are there already, and those that are copied as they are.
        emptyOutDir: false,
        copyPublicDir: false,
        manifest: '.vite/shared-manifest.json',
      },
    },
  },
  builder: {
    buildApp: async (builder) => {
      for (const name of ['client', 'shared']) {
        const environment = builder.environments[name]
        if (environment !== undefined) await builder.build(environment)
      }
    },
  },
}
