import { Button, DialogActions, DialogContent, makeStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'

import { useCurrentUser } from '../../../lib/current-user.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { Form, SubmitButton } from '../../../ui/form/form.tsx'
import { Initials } from '../../../ui/initials.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { TenantAccessFields } from '../../../ui/tenant-access-fields.tsx'
import { Text } from '../../../ui/text.tsx'
import { AccountSection } from './account-section.tsx'
import type { OverUser } from './account-section.tsx'
import { DialogSection } from './dialog-section.tsx'
import { EmailField } from './email-field.tsx'
import { RoleSection } from './role-section.tsx'
import type { ManageUserForm } from './use-manage-user-form.ts'
import { draftOf } from './user-draft.ts'
import type { Touched, UserDetails } from './user-draft.ts'
import { UserMarks } from './user-marks.tsx'
import { AUTH_METHOD_NAMES, nameOf } from './user-words.ts'

const useStyles = makeStyles({
  // Content and actions are parts of the dialog's own layout.
  form: { display: 'contents' },
  content: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '8px 0 16px' },
})

interface ManageUserProps {
  details: UserDetails
  form: ManageUserForm
  onOpen: (over: OverUser) => void
  onClose: () => void
}

/** The fields of a user and the actions on the account. */
export function ManageUser({ details, form, onOpen, onClose }: ManageUserProps) {
  const styles = useStyles()
  const isSelf = useCurrentUser().id === details.user.id
  const draft = { ...draftOf(details), ...form.values }
  const change = (changes: Touched) => form.change(changes)
  return (
    <Form
      form={form}
      className={styles.form}
      failureText={SHOWN_AS_TOAST}
      actions={
        <DialogActions>
          <Button disabledFocusable={form.isSaving} onClick={onClose}>
            Close
          </Button>
          <SubmitButton form={form}>Save</SubmitButton>
        </DialogActions>
      }
    >
      <DialogContent className={styles.content}>
        <UserFacts
          details={details}
          emailField={
            details.user.authMethod === 'local' && (
              <EmailField form={{ values: draft, problems: form.problems, change }} />
            )
          }
        />
        <AccountSection details={details} isSelf={isSelf} onOpen={onOpen} />
        <RoleSection user={details.user} draft={draft} isSelf={isSelf} onChange={change} />
        <DialogSection title="Tenant access">
          {draft.role === 'admin' ? (
            <Text as="p" variant="body" muted>
              Administrators see all tenants.
            </Text>
          ) : (
            <TenantAccessFields value={draft.access} onChange={(access) => change({ access })} />
          )}
        </DialogSection>
      </DialogContent>
    </Form>
  )
}

const SHOWN_AS_TOAST = () => undefined

interface UserFactsProps {
  details: UserDetails
  /** Replaces the address where it can be changed. */
  emailField: ReactNode
}

function UserFacts({ details: { user, sessions }, emailField }: UserFactsProps) {
  const format = useFormat()
  const { displayName, username, email, authMethod, lastMicrosoftLogin, createdAt } = user
  const lastLogin = lastMicrosoftLogin === null ? 'Never' : format.dateTime(lastMicrosoftLogin)
  return (
    <Stack gap={12}>
      <Stack row gap={12} align="center">
        <Initials name={nameOf(user)} size="large" />
        <Stack as="span" gap={2}>
          <ForeignText wrap variant="subtitle">
            {nameOf(user)}
          </ForeignText>
          <UserMarks user={user} />
        </Stack>
      </Stack>
      <FactList
        facts={[
          { label: 'Display name', value: <Foreign text={displayName} /> },
          { label: 'Username', value: <Foreign text={username} /> },
          { label: 'Email', value: emailField || <Foreign text={email} /> },
          { label: 'Auth method', value: AUTH_METHOD_NAMES[authMethod] },
          ...(authMethod === 'microsoft' ? [{ label: 'Last M365 login', value: lastLogin }] : []),
          { label: 'Created', value: format.dateTime(createdAt) },
          { label: 'Open sessions', value: format.number(sessions) },
        ]}
      />
    </Stack>
  )
}

function Foreign({ text }: { text: string | null }) {
  return text === null ? 'Not set' : <ForeignText wrap>{text}</ForeignText>
}
