import { Button, makeStyles, tokens, useRestoreFocusTarget } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { MailSettings } from '@tenantscope/contract/mail'
import { useState } from 'react'

import { useFreshSignIn } from '../../../features/fresh-sign-in/use-fresh-sign-in.tsx'
import {
  mailSettingsQuery,
  useTestMail,
} from '../../../features/report-settings/report-settings.queries.ts'
import { userMessageOf } from '../../../lib/api-error.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { LaterPart } from '../../../ui/later-part.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'

const ReportSettingsDialog = lazyPart(
  async () =>
    (await import('../../../features/report-settings/report-settings-dialog.tsx'))
      .ReportSettingsDialog,
)

const useStyles = makeStyles({
  text: { margin: 0, overflowWrap: 'anywhere', color: tokens.colorNeutralForeground2 },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
})

/** By which server mail goes out, and how reports look and how long they are kept: each saved on its own. */
export function MailSection() {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  const query = useQuery(mailSettingsQuery)
  const test = useTestMail()
  const { run, dialog } = useFreshSignIn()
  const [panel, setPanel] = useState<'look' | 'mail' | null>(null)
  const server = query.data?.settings ?? null
  return (
    <SectionCard title="Mail and reports">
      <p className={styles.text}>{mailText(query)}</p>
      <div className={styles.buttons}>
        <Button {...restoreFocus} onClick={() => setPanel('mail')}>
          {server === null ? 'Set up mail server' : 'Change mail server'}
        </Button>
        {server !== null && (
          <Button disabledFocusable={test.isPending} onClick={() => test.mutate()}>
            {test.isPending ? 'Sending...' : 'Send test mail'}
          </Button>
        )}
        <Button {...restoreFocus} onClick={() => setPanel('look')}>
          Report settings
        </Button>
      </div>
      {panel !== null && (
        <LaterPart>
          <ReportSettingsDialog first={panel} runFresh={run} onClose={() => setPanel(null)} />
        </LaterPart>
      )}
      {dialog}
    </SectionCard>
  )
}

function mailText({ data, error }: UseQueryResult<MailSettings>): string {
  if (data === undefined)
    return error === null
      ? 'Loading the mail server...'
      : `The mail server could not be loaded. ${userMessageOf(error)}`
  const { settings } = data
  return settings === null
    ? 'No mail server is set: scheduled reports and notifications are not mailed.'
    : `Mail goes out through ${settings.host}, port ${settings.port}, as ${settings.from}.`
}
