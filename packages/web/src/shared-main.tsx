import './pages/shared-report/no-made-code.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { SharedReportPage } from './pages/shared-report/shared-report-page.tsx'
import { tokenIn } from './pages/shared-report/visit.ts'
import { createVisit, whenLookedAt } from './pages/shared-report/visit.ts'

const root = document.querySelector('#root')
if (root === null) throw new Error('shared.html has no #root')

const visit = createVisit(tokenIn(location.pathname))
// Not in a component: it counts as a view, and React may run effects twice.
whenLookedAt(() => void visit.open())

createRoot(root).render(
  <StrictMode>
    <SharedReportPage visit={visit} />
  </StrictMode>,
)
