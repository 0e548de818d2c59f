import { StatusLabel } from './status-label.tsx'

/** Marks figures whose data are older than two refresh intervals. */
export function OutdatedLabel() {
  return (
    <span title={OUTDATED_TITLE}>
      <StatusLabel tone="warning">Outdated</StatusLabel>
    </span>
  )
}

/** What 'Outdated' means. */
export const OUTDATED_TITLE = 'The data is older than two refresh intervals'
