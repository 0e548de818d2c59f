import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { reportMissingPart } from './lib/new-version.ts'
import { findVisitor } from './lib/visitor.ts'
import { App } from './routes/app.tsx'

// Vite's word for a part of the application that could not be loaded.
window.addEventListener('vite:preloadError', reportMissingPart)

// Asked before anything is drawn: everything waits for the answer.
void findVisitor()

const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
