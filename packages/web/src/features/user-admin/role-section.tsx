import {
  makeStyles,
  MessageBar,
  MessageBarBody,
  Radio,
  RadioGroup,
  Switch,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import type { Role } from '@tenantscope/contract/roles'
import type { AdminUser } from '@tenantscope/contract/users'

import { AdminRolesField } from './admin-roles-field.tsx'
import { DialogSection } from './dialog-section.tsx'
import { withAdministrator } from './user-draft.ts'
import type { UserDraft } from './user-draft.ts'

const useStyles = makeStyles({
  note: { ...typographyStyles.caption1, margin: 0, color: tokens.colorNeutralForeground2 },
  // The switch's own inset would put it out of line.
  switch: { marginInlineStart: '-8px' },
  choice: { display: 'flex', flexDirection: 'column' },
  what: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

const ROLES = [
  {
    role: 'viewer',
    name: 'Viewer',
    what: 'Sees the granted tenants, runs and downloads reports.',
  },
  {
    role: 'technician',
    name: 'Technician',
    what: 'Also refreshes tenants, starts consent and shares reports by link.',
  },
] as const satisfies readonly { role: Role; name: string; what: string }[]

interface RoleSectionProps {
  user: AdminUser
  draft: UserDraft
  isSelf: boolean
  onChange: (changes: Partial<UserDraft>) => void
}

/** What somebody may do here. */
export function RoleSection({ user, draft, isSelf, onChange }: RoleSectionProps) {
  const styles = useStyles()
  const isAdmin = draft.role === 'admin'
  return (
    <DialogSection title="Role">
      <div>
        <Switch
          className={styles.switch}
          label="Administrator"
          checked={isAdmin}
          disabled={isSelf}
          onChange={(_, { checked }) =>
            onChange(
              // Back where it was is no change.
              checked === user.isAdmin
                ? { role: user.role, adminRoles: user.adminRoles }
                : withAdministrator(draft, checked),
            )
          }
        />
        <p className={styles.note}>
          {isSelf
            ? 'You cannot take the administrator role from yourself.'
            : 'Administrators see all tenants and manage everything under the admin menu.'}
        </p>
      </div>
      {isAdmin ? (
        <AdminRolesField
          roles={draft.adminRoles}
          onChange={(adminRoles) => onChange({ adminRoles })}
        />
      ) : (
        <>
          <RadioGroup
            aria-label="Role"
            value={draft.role}
            onChange={(_, data) => {
              const chosen = ROLES.find(({ role }) => role === data.value)
              if (chosen) onChange({ role: chosen.role })
            }}
          >
            {ROLES.map(({ role, name, what }) => (
              <Radio
                key={role}
                value={role}
                label={
                  <span className={styles.choice}>
                    {name} <span className={styles.what}>{what}</span>
                  </span>
                }
              />
            ))}
          </RadioGroup>
          {user.authMethod === 'local' && (
            <MessageBar intent="warning" layout="multiline">
              <MessageBarBody>
                A local user who is no administrator cannot sign in: local sign-in is only for
                administrators.
              </MessageBarBody>
            </MessageBar>
          )}
        </>
      )}
    </DialogSection>
  )
}
