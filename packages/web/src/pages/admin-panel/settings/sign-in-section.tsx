import { MessageBar, MessageBarBody } from '@fluentui/react-components'

import { useCurrentUser } from '../../../lib/current-user.ts'
import { SectionCard } from '../../../ui/section-card.tsx'
import { SettingSwitch } from './setting-switch.tsx'
import type { SectionProps } from './settings-form.tsx'

/** Who gets in, and with which role. */
export function SignInSection({ draft, stored, onChange }: SectionProps) {
  const { authMethod } = useCurrentUser()
  return (
    <SectionCard title="Sign-in">
      <SettingSwitch
        label="Local sign-in"
        checked={draft.localAuthFallback}
        onChange={(localAuthFallback) => onChange({ localAuthFallback })}
      >
        Local administrators sign in with a password, for when Microsoft sign-in is unavailable.
      </SettingSwitch>
      {stored.localAuthFallback && !draft.localAuthFallback && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            {authMethod === 'local' && 'You are signed in locally yourself. '}
            After saving only people from Microsoft get in: make sure that one of them is an
            administrator. Local sign-in opens again by itself when no Microsoft sign-in has worked
            for 24 hours.
          </MessageBarBody>
        </MessageBar>
      )}
      <SettingSwitch
        label="Role sync"
        checked={draft.roleSyncEnabled}
        onChange={(roleSyncEnabled) => onChange({ roleSyncEnabled })}
      >
        The role mappings are applied at each Microsoft sign-in. When off, they count only when
        somebody is imported. Local users keep their role.
      </SettingSwitch>
      {draft.roleSyncEnabled && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            Mapped roles overwrite manual assignments at each Microsoft sign-in; who matches no
            mapping becomes a Viewer. Look at the preview under Role Mapping first.
          </MessageBarBody>
        </MessageBar>
      )}
    </SectionCard>
  )
}
