import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { compressedFiles } from './build/compressed-files.ts'
import { inlineTokens } from './build/inline-tokens.ts'
import { leftToRight } from './build/left-to-right.ts'
import { sharedPage } from './build/shared-page.ts'

/** Where `npm run dev` starts the server; the address of the screens in development is Vite's own. */
const SERVER = 'http://127.0.0.1:3000'

/**
 * Modules that every signed-in screen needs, and small ones of All Tenants that other screens
 * have too: in files of their own each would cost more around it than it holds.
 */
const OF_THE_APP = new RegExp(
  [
    String.raw`[\\/]routes[\\/]person-app\.tsx`,
    String.raw`[\\/]ui[\\/](?:foreign-text|text|text-style|stack|visually-hidden|access-level-label|reread-failed|copy-text|copy-button|tenant-link|status-label|tenant-status-label|usage-bar|use-breakpoint|action-button|data-ages|data-as-of|dismiss-button|icon-button|outdated-label|verification-label)\.tsx?`,
    String.raw`[\\/]lib[\\/](?:use-now|permissions|tenant-list|tenant-groups\.queries|use-csv-export)\.ts`,
    String.raw`[\\/]features[\\/]refresh[\\/]still-read\.tsx?`,
    String.raw`[\\/]features[\\/]help[\\/]help-button\.tsx`,
    String.raw`[\\/](?:contract|analysis)[\\/]src[\\/](?:data-age|tenant-issues|savings-sentence|tenant-sums|license-issue-text|price-text)\.ts`,
    String.raw`[\\/]react-icons[\\/].*[\\/](?:add|delete|arrow-(?:clockwise|down|download|up)|copy|data-bar-horizontal|dismiss-circle|filter-dismiss|lock-closed|question-circle)\.js`,
    String.raw`[\\/]ui[\\/]use-later-dialog\.tsx`,
  ]
    .map((each) => `${each}$`)
    .join('|'),
  'u',
)

export default defineConfig({
  // The root is this folder wherever the command is started: `vite build packages/web`.
  root: import.meta.dirname,
  plugins: [react(), inlineTokens(), leftToRight(), sharedPage(), compressedFiles()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2023',
    // A data: address would need its own entry in the content security policy.
    assetsInlineLimit: 0,
    // tools/bundle-sizes.ts reads from it what a screen loads first.
    manifest: true,
    // Browsers of the target know it by themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Two files in place of sixty: what is compressed together is a tenth smaller.
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'app', test: OF_THE_APP, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': SERVER }, strictPort: false },
})
