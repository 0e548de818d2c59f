import { Button } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { MailSettings } from '@tenantscope/contract/mail'
import { useState } from 'react'

import {
  mailSettingsQuery,
  useTestMail,
} from '../../../features/report-settings/report-settings.queries.ts'
import { userMessageOf } from '../../../lib/api-error.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { LaterPart } from '../../../ui/later-part.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { RETURNS_FOCUS } from '../../../ui/returns-focus.ts'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { SettingsForm } from './settings-form.tsx'
import { settingsQuery } from './settings.queries.ts'

/** The installation's settings. */
export function SettingsTab() {
  const query = useQuery(settingsQuery)
  // Which reading the fields began with: what is read meanwhile must not change them.
  const [reading, setReading] = useState(0)
  // The fields begin with what is stored now, not with what was read some time ago.
  const isOld = query.isFetching && !query.isFetchedAfterMount
  if (query.isPending || isOld) return <PageSpinner text="Loading settings..." />
  if (query.data === undefined)
    return <LoadFailed title="Failed to load settings" query={query} retryLabel="Retry" />
  const loadNewer = async () => {
    await query.refetch({ throwOnError: true })
    setReading(reading + 1)
  }
  return (
    <Stack gap={16}>
      <SettingsForm key={reading} loaded={query.data} onLoadNewer={loadNewer} />
      <MailSection />
    </Stack>
  )
}

const ReportSettingsDialog = lazyPart(
  async () =>
    (await import('../../../features/report-settings/report-settings-dialog.tsx'))
      .ReportSettingsDialog,
)

/** By which server mail goes out, and how reports look and how long they are kept: each saved on its own. */
function MailSection() {
  const query = useQuery(mailSettingsQuery)
  const test = useTestMail()
  const [panel, setPanel] = useState<'look' | 'mail' | null>(null)
  const server = query.data?.settings ?? null
  return (
    <SectionCard title="Mail and reports">
      <Text as="p" muted breakable>
        {mailText(query)}
      </Text>
      <Stack row wrap gap={8}>
        <Button {...RETURNS_FOCUS} onClick={() => setPanel('mail')}>
          {server === null ? 'Set up mail server' : 'Change mail server'}
        </Button>
        {server !== null && (
          <ActionButton
            isBusy={test.isPending}
            busyLabel="Sending..."
            onClick={() => test.mutate()}
          >
            Send test mail
          </ActionButton>
        )}
        <Button {...RETURNS_FOCUS} onClick={() => setPanel('look')}>
          Report settings
        </Button>
      </Stack>
      {panel !== null && (
        <LaterPart>
          <ReportSettingsDialog first={panel} onClose={() => setPanel(null)} />
        </LaterPart>
      )}
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
    : `Mail is sent through ${settings.host}, port ${settings.port}, as ${settings.from}.`
}
