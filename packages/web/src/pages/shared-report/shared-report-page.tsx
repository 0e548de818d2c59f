import { useStore } from '../../lib/store.ts'
import { OpenedReportView } from './opened-report.tsx'
import { PassphraseForm } from './passphrase-form.tsx'
import { RefusedNotice } from './refused-notice.tsx'
import type { Visit } from './visit.ts'

/** What a customer sees behind a share link (specification section 2, Shared report page). */
export function SharedReportPage({ visit }: { visit: Visit }) {
  const view = useStore(visit.view)
  if (view.kind === 'loading')
    return (
      <main className="notice">
        <output className="loading">
          <span className="spinner" aria-hidden />
          Loading shared report…
        </output>
      </main>
    )
  if (view.kind === 'refused') return <RefusedNotice refusal={view.refusal} onRetry={visit.open} />
  if (view.kind === 'locked') return <PassphraseForm {...view} onEnter={visit.unlock} />
  return <OpenedReportView opened={view} visit={visit} />
}
