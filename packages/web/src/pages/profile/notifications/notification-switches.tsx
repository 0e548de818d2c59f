import { Button, Field, makeStyles, Switch, Text, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { listNotifications } from '@tenantscope/contract/notifications'
import { useState } from 'react'

import { useSavePreferences } from '../../../features/display-settings/save-preferences.ts'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { preferencesQuery } from '../../../lib/preferences.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { askForDesktop, desktopPermission } from './desktop-permission.ts'

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: '16px' },
  way: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '4px' },
  // The switch's own inset would put it out of line with the other texts.
  switch: { marginInlineStart: '-8px' },
  quiet: { color: tokens.colorNeutralForeground2 },
})

type Mail = CallReply<typeof listNotifications>['mail']

/** Saved at once, as the preferences are; what keeps a way from working stands beside its switch. */
export function NotificationSwitches({ mail }: { mail: Mail }) {
  const styles = useStyles()
  const preferences = useQuery(preferencesQuery)
  const save = useSavePreferences()
  if (!preferences.data) return <PageSpinner text="Loading preferences..." />
  const { emailNotifications, desktopNotifications } = preferences.data
  return (
    <div className={styles.fields}>
      <div className={styles.way}>
        <Field>
          <Switch
            className={styles.switch}
            label="E-mail"
            checked={emailNotifications}
            onChange={(_, { checked }) => save({ emailNotifications: checked })}
          />
        </Field>
        <MailNote mail={mail} />
      </div>
      <Desktop
        isOn={desktopNotifications}
        onSwitch={(isOn) => save({ desktopNotifications: isOn })}
      />
    </div>
  )
}

function MailNote({ mail }: { mail: Mail }) {
  const styles = useStyles()
  const { email, isAdmin } = useCurrentUser()
  if (mail === 'ready')
    return (
      <Text size={200} className={styles.quiet}>
        Sent to {email}.
      </Text>
    )
  if (mail === 'no address')
    return (
      <StatusLabel tone="warning" isSentence>
        No e-mail can reach you: your account has no address.
      </StatusLabel>
    )
  return (
    <>
      <StatusLabel tone="warning" isSentence>
        No e-mail can be sent: no mail server is set up.
      </StatusLabel>
      {isAdmin ? (
        <AppLink to="/admin-panel" search={{ tab: 'admin-settings' }}>
          Set up the mail server
        </AppLink>
      ) : (
        <Text size={200} className={styles.quiet}>
          An administrator can set one up.
        </Text>
      )}
    </>
  )
}

interface DesktopProps {
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}

/** Shown by this browser while a tab of Tenantscope is open; the browser has to allow it. */
function Desktop({ isOn, onSwitch }: DesktopProps) {
  const styles = useStyles()
  const [permission, setPermission] = useState(desktopPermission)
  const ask = async (): Promise<boolean> => {
    const answer = await askForDesktop()
    setPermission(answer)
    return answer === 'granted'
  }
  const change = async (wanted: boolean) => {
    // What the browser refuses is not switched on.
    if (!wanted || (await ask())) onSwitch(wanted)
  }
  return (
    <div className={styles.way}>
      <Field>
        <Switch
          className={styles.switch}
          label="Desktop"
          checked={isOn}
          disabled={!isOn && permission === 'unsupported'}
          onChange={(_, { checked }) => void change(checked)}
        />
      </Field>
      {permission === 'unsupported' && (
        <StatusLabel tone="off" isSentence>
          This browser shows no desktop notifications.
        </StatusLabel>
      )}
      {permission === 'denied' && (
        <>
          <StatusLabel tone="warning" isSentence>
            This browser blocks notifications of Tenantscope.
          </StatusLabel>
          <Text size={200} className={styles.quiet}>
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
        <Text size={200} className={styles.quiet}>
          Shown by this browser while Tenantscope is open in it.
        </Text>
      )}
    </div>
  )
}
