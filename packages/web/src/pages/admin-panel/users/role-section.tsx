import {
  Button,
  Field,
  Input,
  makeStyles,
  Radio,
  RadioGroup,
  Switch,
  tokens,
} from '@fluentui/react-components'
import { Dismiss12Regular } from '@fluentui/react-icons/svg/dismiss'
import type { Role } from '@tenantscope/contract/roles'
import type { AdminUser } from '@tenantscope/contract/users'

import { fieldProblem } from '../../../ui/field-problem.ts'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { optionLabel } from '../../../ui/option-label.ts'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { useWordEntry } from '../../../ui/use-word-entry.ts'
import { DialogSection } from './dialog-section.tsx'
import { withAdministrator } from './user-draft.ts'
import type { UserDraft } from './user-draft.ts'

const useStyles = makeStyles({
  // The switch's own inset would put it out of line.
  switch: { marginInlineStart: '-8px' },
  whole: { maxWidth: '480px' },
  input: { flex: '1 1 0', width: '100%', minWidth: 0 },
  button: { flexShrink: 0, minWidth: 0 },
  role: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minWidth: 0,
    paddingInlineStart: '8px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  remove: { minWidth: '24px', padding: 0 },
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

/** Sets the role of a user. */
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
              // Switching back is not a change.
              checked === user.isAdmin
                ? { role: user.role, adminRoles: user.adminRoles }
                : withAdministrator(draft, checked),
            )
          }
        />
        <Text as="p" variant="caption" muted>
          {isSelf
            ? 'You cannot remove your own administrator role.'
            : 'Administrators see all tenants and manage everything under the admin menu.'}
        </Text>
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
                label={optionLabel(
                  <Stack as="span">
                    {name}{' '}
                    <Text variant="caption" muted>
                      {what}
                    </Text>
                  </Stack>,
                )}
              />
            ))}
          </RadioGroup>
          {user.authMethod === 'local' && (
            <Notice intent="warning">
              A local user who is not an administrator cannot sign in. Local sign-in is only for
              administrators.
            </Notice>
          )}
        </>
      )}
    </DialogSection>
  )
}

/** Specification section 3: a text array; the server limits its length and the length of each text. */
const MOST = 20
const LENGTH = 80

interface AdminRolesFieldProps {
  roles: readonly string[]
  onChange: (roles: readonly string[]) => void
}

/** The descriptions of an administrator's responsibilities; they grant no permission. */
function AdminRolesField({ roles, onChange }: AdminRolesFieldProps) {
  const styles = useStyles()
  const { input, refusal, add } = useWordEntry({ words: roles, refusalOf, onChange })
  return (
    <Stack gap={8} className={styles.whole}>
      <Field
        label="Admin roles"
        hint="A description for your team, such as System Administrator. It grants no permissions."
        {...fieldProblem(refusal)}
      >
        <Stack row gap={8}>
          <Input
            {...input}
            className={styles.input}
            maxLength={LENGTH}
            placeholder="Add a description"
          />
          <Button className={styles.button} onClick={add}>
            Add
          </Button>
        </Stack>
      </Field>
      {roles.length > 0 && (
        <Stack as="ul" row wrap gap={8} aria-label="Admin roles of this user">
          {roles.map((role) => (
            <li key={role} className={styles.role}>
              <ForeignText wrap>{role}</ForeignText>
              <IconButton
                appearance="transparent"
                size="small"
                className={styles.remove}
                icon={<Dismiss12Regular />}
                label={`Remove admin role ${role}`}
                hint="Remove"
                onClick={() => onChange(roles.filter((other) => other !== role))}
              />
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  )
}

function refusalOf(role: string, roles: readonly string[]): string | undefined {
  if (roles.includes(role)) return 'This description already exists'
  return roles.length >= MOST ? `At most ${MOST} descriptions` : undefined
}
