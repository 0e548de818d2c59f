import { Button } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { Preferences } from '@tenantscope/contract/account'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { listNotifications } from '@tenantscope/contract/notifications'
import { useState } from 'react'

import { useSavePreferences } from '../../../features/display-settings/display-settings-fields.tsx'
import type { SavePreferences } from '../../../features/display-settings/display-settings-fields.tsx'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { preferencesQuery } from '../../../lib/preferences.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { savedAtOnce } from '../../../ui/form/form-field.ts'
import { SwitchField } from '../../../ui/form/switch-field.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { Text } from '../../../ui/text.tsx'

type Mail = CallReply<typeof listNotifications>['mail']

/** Saved immediately, like the preferences; a delivery problem is shown beside its switch. */
export function NotificationSwitches({ mail }: { mail: Mail }) {
  const preferences = useQuery(preferencesQuery)
  const save = useSavePreferences()
  if (!preferences.data) return <PageSpinner text="Loading preferences..." />
  return (
    <Stack gap={16}>
      <Stack gap={4} align="start">
        <SwitchField
          form={savedAtOnce(preferences.data, save)}
          name="emailNotifications"
          label="E-mail"
        />
        <MailNote mail={mail} />
      </Stack>
      <Desktop preferences={preferences.data} onSave={save} />
    </Stack>
  )
}

function MailNote({ mail }: { mail: Mail }) {
  const { email, isAdmin } = useCurrentUser()
  if (mail === 'ready')
    return (
      <Text variant="caption" muted>
        Sent to {email}.
      </Text>
    )
  if (mail === 'no address')
    return (
      <StatusLabel tone="warning" isSentence>
        E-mail cannot be sent to you: your account has no e-mail address.
      </StatusLabel>
    )
  return (
    <>
      <StatusLabel tone="warning" isSentence>
        E-mail cannot be sent: no mail server is set up.
      </StatusLabel>
      {isAdmin ? (
        <AppLink to="/admin-panel" search={{ tab: 'admin-settings' }}>
          Set up the mail server
        </AppLink>
      ) : (
        <Text variant="caption" muted>
          An administrator can set one up.
        </Text>
      )}
    </>
  )
}

/** Shown by this browser while a tab of Tenantscope is open; the browser has to allow it. */
function Desktop({ preferences, onSave }: { preferences: Preferences; onSave: SavePreferences }) {
  const [permission, setPermission] = useState(desktopPermission)
  const ask = async (): Promise<boolean> => {
    const answer = await askForDesktop()
    setPermission(answer)
    return answer === 'granted'
  }
  const isOn = preferences.desktopNotifications
  const change = async (changes: Partial<Preferences>) => {
    // What the browser refuses is not switched on.
    if (changes.desktopNotifications !== true || (await ask())) onSave(changes)
  }
  return (
    <Stack gap={4} align="start">
      <SwitchField
        form={savedAtOnce(preferences, (changes) => void change(changes))}
        name="desktopNotifications"
        label="Desktop"
        isDisabled={!isOn && permission === 'unsupported'}
      />
      {permission === 'unsupported' && (
        <StatusLabel tone="off" isSentence>
          This browser does not support desktop notifications.
        </StatusLabel>
      )}
      {permission === 'denied' && (
        <>
          <StatusLabel tone="warning" isSentence>
            This browser blocks notifications of Tenantscope.
          </StatusLabel>
          <Text variant="caption" muted>
            Allow them in the browser’s settings for this site, then reload this page.
          </Text>
        </>
      )}
      {permission === 'default' && isOn && (
        <>
          <StatusLabel tone="info">This browser has not been asked yet.</StatusLabel>
          <Button size="small" onClick={() => void ask()}>
            Allow in this browser
          </Button>
        </>
      )}
      {(permission === 'granted' || (permission === 'default' && !isOn)) && (
        <Text variant="caption" muted>
          Shown by this browser while Tenantscope is open in it.
        </Text>
      )}
    </Stack>
  )
}

type DesktopPermission = NotificationPermission | 'unsupported'

/** Returns what this browser allows; pages that are not secure have no desktop notifications. */
function desktopPermission(): DesktopPermission {
  return 'Notification' in globalThis ? Notification.permission : 'unsupported'
}

/** Asks the user, unless the browser has the answer already. */
async function askForDesktop(): Promise<DesktopPermission> {
  return 'Notification' in globalThis ? Notification.requestPermission() : 'unsupported'
}
