import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { reportMissingPart } from './lib/new-version.ts'
import { findVisitor } from './lib/visitor.ts'
import { App } from './routes/app.tsx'

// Vite's event for a part of the application that could not be loaded.
window.addEventListener('vite:preloadError', reportMissingPart)

// Requested before the first render, which waits for the reply.
void findVisitor()

const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
