import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm run dev` starts the server; the address of the screens in development is Vite's own. */
const SERVER = 'http://127.0.0.1:3000'

export default defineConfig({
  // The root is this folder wherever the command is started: `vite build packages/web`.
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2023',
    // A data: address would need its own entry in the content security policy.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': SERVER }, strictPort: false },
})
