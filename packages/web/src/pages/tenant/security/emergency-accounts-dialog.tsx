import { Button, makeStyles, Textarea, tokens, Field } from '@fluentui/react-components'
import { Add20Regular } from '@fluentui/react-icons/svg/add'
import { Delete20Regular } from '@fluentui/react-icons/svg/delete'
import { useQueryClient } from '@tanstack/react-query'
import { EMERGENCY_ACCOUNTS, setEmergencyAccounts } from '@tenantscope/contract/posture'
import type { EmergencyAccount } from '@tenantscope/contract/posture'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { FreshSignIn } from '../../../features/fresh-sign-in/fresh-sign-in.tsx'
import { readBody } from '../../../lib/body-problems.ts'
import { newId } from '../../../lib/new-id.ts'
import { useTenantUsers } from '../../../lib/use-tenant-users.ts'
import type { TenantUsers } from '../../../lib/use-tenant-users.ts'
import { fieldProblem } from '../../../ui/field-problem.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useSavedForm } from '../../../ui/form/use-saved-form.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { readEmergencyAccounts, useSetEmergencyAccounts } from './posture.queries.ts'
import { UserCombobox } from './user-combobox.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '640px' },
  account: {
    margin: 0,
    padding: '12px 0 0',
    border: 'none',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    minWidth: 0,
  },
  field: { flexGrow: 1, minWidth: 0 },
  area: { width: '100%', minWidth: 0 },
})

interface AccountValues {
  /** Tells accounts apart that are not chosen yet. */
  key: string
  userId: string
  name: string
  reason: string
}

interface EmergencyValues {
  accounts: readonly AccountValues[]
  version: number
}

interface Declared {
  accounts: readonly EmergencyAccount[]
  version: number
}

interface EmergencyAccountsDialogProps extends Declared {
  tenant: TenantListItem
  onClose: () => void
}

/** Declares up to four emergency access accounts, each with a reason. Saving asks for a fresh sign-in. */
export function EmergencyAccountsDialog(props: EmergencyAccountsDialogProps) {
  const { tenant, onClose } = props
  const styles = useStyles()
  const client = useQueryClient()
  const save = useSetEmergencyAccounts(tenant.id)
  const form = useSavedForm({
    initial: valuesOf(props),
    read: ({ accounts, version }: EmergencyValues) =>
      readBody(setEmergencyAccounts.body, {
        accounts: accounts.map(({ userId, reason }) => ({ userId, reason })),
        version,
      }),
    save: save.mutateAsync,
    onSaved: onClose,
    isOff: (_, isDirty) => !isDirty,
  })
  const { accounts } = form.values
  const people = useTenantUsers({
    tenantId: tenant.id,
    dataAsOf: tenant.dataAsOf,
    wantsAll: true,
  })
  const loadNewer = async () => form.start(valuesOf(await readEmergencyAccounts(client, tenant.id)))
  const changeAt = (key: string, changes: Partial<AccountValues>) =>
    form.change({
      accounts: accounts.map((each) => (each.key === key ? { ...each, ...changes } : each)),
    })
  return (
    <>
      <FormDialog
        title="Emergency access accounts"
        className={styles.surface}
        form={form}
        submitLabel="Save"
        failureTitle="Not saved"
        newer={{ what: 'list of accounts', onLoad: loadNewer }}
        discardText="What you entered is not saved yet."
        onClose={onClose}
      >
        <Text as="p" muted>
          Declare accounts that policies exclude on purpose, so that an administrator can sign in
          when MFA or a policy fails. Every change is in the audit.
        </Text>
        <PeopleProblem people={people} />
        {accounts.map((account, index) => (
          <AccountFields
            key={account.key}
            account={account}
            index={index}
            people={people}
            takenIds={accounts.map(({ userId }) => userId)}
            problems={form.problems}
            onChange={(changes) => changeAt(account.key, changes)}
            onRemove={() =>
              form.change({ accounts: accounts.filter(({ key }) => key !== account.key) })
            }
          />
        ))}
        {form.problems['accounts'] !== undefined && (
          <Notice intent="error">{form.problems['accounts']}</Notice>
        )}
        <div>
          <Button
            icon={<Add20Regular />}
            disabledFocusable={accounts.length >= EMERGENCY_ACCOUNTS}
            onClick={() => form.change({ accounts: [...accounts, newAccount()] })}
          >
            Add account
          </Button>
        </div>
      </FormDialog>
      <FreshSignIn />
    </>
  )
}

const newAccount = (): AccountValues => ({ key: newId(), userId: '', name: '', reason: '' })

function valuesOf({ accounts, version }: Declared): EmergencyValues {
  return {
    accounts: accounts.map(({ userId, displayName, userPrincipalName, reason }) => ({
      key: userId,
      userId,
      name: displayName ?? userPrincipalName ?? userId,
      reason,
    })),
    version,
  }
}

/** Why no account can be chosen. */
function PeopleProblem({ people }: { people: TenantUsers }) {
  if (people.failure !== null)
    return (
      <Notice intent="warning" title="The users of this tenant could not be read">
        {people.failure.message}
      </Notice>
    )
  if (people.error === null) return null
  return (
    <Notice
      intent="warning"
      title="The users could not be loaded"
      action={{ label: 'Try again', onClick: people.retry }}
    />
  )
}

interface AccountFieldsProps {
  account: AccountValues
  index: number
  people: TenantUsers
  takenIds: readonly string[]
  problems: Readonly<Record<string, string>>
  onChange: (changes: Partial<AccountValues>) => void
  onRemove: () => void
}

function AccountFields(props: AccountFieldsProps) {
  const { account, index, people, takenIds, problems, onChange, onRemove } = props
  const styles = useStyles()
  const nameOf = (field: 'userId' | 'reason') => `accounts.${index}.${field}`
  return (
    <fieldset className={styles.account} aria-label={`Account ${index + 1}`}>
      <Stack row gap={8} align="start">
        <Stack gap={8} className={styles.field}>
          <Field label="Account" required {...fieldProblem(problems[nameOf('userId')])}>
            <UserCombobox
              name={nameOf('userId')}
              people={people}
              chosen={account}
              takenIds={takenIds}
              onChoose={({ userId, name }) => onChange({ userId, name })}
            />
          </Field>
          <Field
            label="Reason"
            hint="At least 10 characters"
            required
            {...fieldProblem(problems[nameOf('reason')])}
          >
            <Textarea
              className={styles.area}
              name={nameOf('reason')}
              value={account.reason}
              resize="vertical"
              maxLength={500}
              onChange={(_, { value }) => onChange({ reason: value })}
            />
          </Field>
        </Stack>
        <IconButton
          label={`Remove ${account.name === '' ? `account ${index + 1}` : account.name}`}
          hint="Remove"
          icon={<Delete20Regular />}
          onClick={onRemove}
        />
      </Stack>
    </fieldset>
  )
}
