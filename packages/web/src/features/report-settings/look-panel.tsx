import { useQuery } from '@tanstack/react-query'
import type { ReportSettings } from '@tenantscope/contract/branding'

import { SaveProblem } from '../../ui/save-problem.tsx'
import { LookFields } from './look-fields.tsx'
import { PanelForm } from './panel-form.tsx'
import type { PanelProps } from './panel-form.tsx'
import { ReadPanel } from './read-panel.tsx'
import type { Reading } from './read-panel.tsx'
import { reportSettingsQuery } from './report-settings.queries.ts'
import { useLookForm } from './use-look-form.ts'

/** How reports look and how long they are kept. */
export function LookPanel(props: PanelProps) {
  const query = useQuery(reportSettingsQuery)
  return (
    <ReadPanel {...props} query={query} what="report settings">
      {(settings, reading) => <Look {...props} {...reading} settings={settings} />}
    </ReadPanel>
  )
}

interface LookProps extends PanelProps, Reading {
  settings: ReportSettings
}

function Look({ settings, onDirty, onClose, onLoadNewer, isReadAnew }: LookProps) {
  const form = useLookForm(settings, onDirty)
  return (
    <PanelForm label="Branding" form={form} isReadAnew={isReadAnew} onClose={onClose}>
      {Boolean(form.error) && (
        <SaveProblem error={form.error} what="settings" onLoadNewer={onLoadNewer} />
      )}
      <LookFields form={form} stored={settings.branding} />
    </PanelForm>
  )
}
