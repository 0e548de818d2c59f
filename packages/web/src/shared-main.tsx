import './pages/shared-report/no-made-code.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { tokenIn } from './pages/shared-report/share-token.ts'
import { SharedReportPage } from './pages/shared-report/shared-report-page.tsx'
import { createVisit, whenLookedAt } from './pages/shared-report/visit.ts'

const root = document.querySelector('#root')
if (root === null) throw new Error('shared.html has no #root')

const visit = createVisit(tokenIn(location.pathname))
// Here and not in a component: it counts as a view, and React may run a component's effects twice.
whenLookedAt(() => void visit.open())

createRoot(root).render(
  <StrictMode>
    <SharedReportPage visit={visit} />
  </StrictMode>,
)
