import { Button, makeStyles, useRestoreFocusTarget } from '@fluentui/react-components'
import { PeopleAdd20Regular } from '@fluentui/react-icons/svg/people-add'
import { PersonAdd20Regular } from '@fluentui/react-icons/svg/person-add'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { UserId } from '@tenantscope/contract/ids'
import type { AdminUser } from '@tenantscope/contract/users'
import { useState } from 'react'

import { useFreshSignIn } from '../../../features/fresh-sign-in/use-fresh-sign-in.tsx'
import { kindOf, UserFilters } from '../../../features/user-admin/user-filters.tsx'
import { UserList } from '../../../features/user-admin/user-list.tsx'
import type { UserKind } from '../../../features/user-admin/users.queries.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { LaterPart } from '../../../ui/later-part.tsx'

const ManageUserDialog = lazyPart(
  async () =>
    (await import('../../../features/user-admin/manage-user-dialog.tsx')).ManageUserDialog,
)
const SetPasswordDialog = lazyPart(
  async () =>
    (await import('../../../features/user-admin/set-password-dialog.tsx')).SetPasswordDialog,
)
const AddAdministratorDialog = lazyPart(
  async () =>
    (await import('../../../features/user-admin/add-administrator-dialog.tsx'))
      .AddAdministratorDialog,
)
const ImportDialog = lazyPart(
  async () => (await import('../../../features/user-admin/import-dialog.tsx')).ImportDialog,
)

const useStyles = makeStyles({
  tab: { display: 'flex', flexDirection: 'column', gap: '12px', minWidth: 0 },
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginInlineStart: 'auto' },
})

/** What is open over the list; a person's dialog stands in the address instead. */
type Over = { kind: 'import' | 'add' } | { kind: 'password'; user: AdminUser }

/** The people with an account. */
export function UsersTab() {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  const { q = '', type, user } = useSearch({ from: '/admin-panel' })
  const navigate = useNavigate({ from: '/admin-panel' })
  const { run, dialog } = useFreshSignIn()
  const [over, setOver] = useState<Over | null>(null)
  const close = () => setOver(null)
  const kind = kindOf(type)
  const managed = UserId.safeParse(user)

  const change = (search: {
    q?: string | undefined
    type?: UserKind | undefined
    user?: undefined
  }) =>
    void navigate({
      search: (previous) => ({ ...previous, ...search }),
      replace: true,
      resetScroll: false,
    })
  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        <UserFilters
          q={q}
          kind={kind}
          onSearch={(words) => change({ q: words === '' ? undefined : words })}
          onChoose={(chosen) => change({ type: chosen === 'all' ? undefined : chosen })}
        />
        <div className={styles.buttons}>
          <Button
            {...restoreFocus}
            icon={<PersonAdd20Regular />}
            onClick={() => setOver({ kind: 'add' })}
          >
            Add local administrator
          </Button>
          <Button
            {...restoreFocus}
            appearance="primary"
            icon={<PeopleAdd20Regular />}
            onClick={() => setOver({ kind: 'import' })}
          >
            Import from Microsoft
          </Button>
        </div>
      </div>
      <UserList q={q} kind={kind} onSetPassword={(user) => setOver({ kind: 'password', user })} />
      <LaterPart>
        {managed.success && (
          <ManageUserDialog
            key={managed.data}
            userId={managed.data}
            runFresh={run}
            onClose={() => change({ user: undefined })}
          />
        )}
        {over?.kind === 'password' && (
          <SetPasswordDialog user={over.user} runFresh={run} onClose={close} />
        )}
        {over?.kind === 'add' && <AddAdministratorDialog runFresh={run} onClose={close} />}
        {over?.kind === 'import' && <ImportDialog runFresh={run} onClose={close} />}
      </LaterPart>
      {dialog}
    </div>
  )
}
