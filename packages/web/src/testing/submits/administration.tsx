import { listDirectoryRoles, saveRoleMappings } from '@tenantscope/contract/role-mappings'
import { saveSettings } from '@tenantscope/contract/settings'
import {
  backUpDatabase,
  eraseTenant,
  importData,
  resetSessions,
  saveBackupSchedule,
} from '@tenantscope/contract/system'
import { listTenants } from '@tenantscope/contract/tenants'
import { importUsers, previewImport } from '@tenantscope/contract/user-import'
import {
  createLocalAdministrator,
  deleteUser,
  getUser,
  resetSecondFactor,
  resetUserPassword,
  setUserRole,
  toggleUserStatus,
} from '@tenantscope/contract/users'
import { fireEvent, screen } from '@testing-library/react'

import { MappingsCard } from '../../pages/admin-panel/role-mapping/mappings-card.tsx'
import { SettingsForm } from '../../pages/admin-panel/settings/settings-form.tsx'
import { BackupDialog } from '../../pages/admin-panel/system/backup-dialog.tsx'
import { EraseCard } from '../../pages/admin-panel/system/erase-card.tsx'
import { ImportDialog } from '../../pages/admin-panel/system/import-dialog.tsx'
import { ScheduleForm } from '../../pages/admin-panel/system/schedule-form.tsx'
import { SystemTab } from '../../pages/admin-panel/system/system-tab.tsx'
import { AddAdministratorDialog } from '../../pages/admin-panel/users/add-administrator-dialog.tsx'
import { DeleteUserDialog } from '../../pages/admin-panel/users/delete-user-dialog.tsx'
import { ImportPreviewStep } from '../../pages/admin-panel/users/import-preview-step.tsx'
import { ManageUserDialog } from '../../pages/admin-panel/users/manage-user-dialog.tsx'
import { SetPasswordDialog } from '../../pages/admin-panel/users/set-password-dialog.tsx'
import { nameOf } from '../../pages/admin-panel/users/user-words.ts'
import type { FakeServer } from '../fake-server.ts'
import { directoryRoles, makeMapping } from '../role-mappings.ts'
import { makeSettings } from '../settings.ts'
import { answerSystem, makeBackupSchedule } from '../system.ts'
import { listOf } from '../tenant-lists.ts'
import { makeTenant } from '../tenants.ts'
import { detailsOf, makeDirectoryPerson, makeLocalAdministrator, makeUser } from '../users.ts'
import { choose, nothing, press, shown, write } from './submit.tsx'
import type { Submit } from './submit.tsx'

const contoso = makeTenant({ displayName: 'Contoso' })
const ada = makeDirectoryPerson()
const local = makeLocalAdministrator({ hasSecondFactor: true })
const technician = makeUser()
const mappings = { mappings: [makeMapping()], version: 3, updatedAt: null, updatedBy: null }

const answerTenants = (server: FakeServer) => server.answer(listTenants, listOf([contoso]))
const answerRoles = (server: FakeServer) =>
  server.answer(listDirectoryRoles, { roles: directoryRoles, dataAsOf: '2026-11-20T09:00:00.000Z' })
const answerUser = (user: typeof local) => (server: FakeServer) => {
  answerTenants(server)
  server.answer(getUser, detailsOf(user))
}
const manage = (user: typeof local) => <ManageUserDialog userId={user.id} onClose={nothing} />

const PASSPHRASE = 'a long passphrase'

/** The forms and questions of the Admin Panel. */
export const ADMINISTRATION_SUBMITS: readonly Submit[] = [
  {
    file: 'pages/admin-panel/users/add-administrator-dialog.tsx',
    button: 'Add administrator',
    sends: createLocalAdministrator,
    open: shown(<AddAdministratorDialog onClose={nothing} />, nothing, async () => {
      await write('Username', 'root')
      await write('New password', 'Correct-Horse-7')
    }),
  },
  {
    file: 'pages/admin-panel/users/import-preview-step.tsx',
    button: 'Import 1 user',
    sends: importUsers,
    open: shown(
      <ImportPreviewStep
        choice={{ microsoftIds: [ada.microsoftId] }}
        onImported={nothing}
        onBack={nothing}
      />,
      (server) =>
        server.answer(previewImport, {
          people: [{ ...ada, role: 'viewer', mappedBy: null, leftOut: null }],
          isTruncated: false,
          hidesMembers: false,
        }),
    ),
  },
  {
    file: 'pages/admin-panel/users/manage-user.tsx',
    button: 'Save',
    sends: setUserRole,
    open: shown(manage(technician), answerUser(technician), () => choose(/^Viewer/u)),
  },
  {
    file: 'pages/admin-panel/users/manage-user-dialog.tsx',
    button: 'Disable Account',
    sends: toggleUserStatus,
    open: shown(manage(technician), answerUser(technician), () => press('Disable Account')),
  },
  {
    file: 'pages/admin-panel/users/manage-user-dialog.tsx',
    button: 'Reset second factor',
    sends: resetSecondFactor,
    open: shown(manage(local), answerUser(local), () => press('Reset second factor')),
  },
  {
    file: 'pages/admin-panel/users/delete-user-dialog.tsx',
    button: 'Delete account',
    sends: deleteUser,
    open: shown(
      <DeleteUserDialog details={detailsOf(technician)} onClose={nothing} onDeleted={nothing} />,
      nothing,
      () => write("Type the user's name to confirm", nameOf(technician)),
    ),
  },
  {
    file: 'pages/admin-panel/users/set-password-dialog.tsx',
    button: 'Set Password',
    sends: resetUserPassword,
    open: shown(<SetPasswordDialog user={local} onClose={nothing} />, nothing, () =>
      write('New password', 'Correct-Horse-7'),
    ),
  },
  {
    file: 'pages/admin-panel/settings/settings-form.tsx',
    button: 'Save',
    sends: saveSettings,
    open: shown(
      <SettingsForm loaded={makeSettings()} onLoadNewer={async () => undefined} />,
      nothing,
      () => choose('Role sync'),
    ),
  },
  {
    file: 'pages/admin-panel/system/backup-dialog.tsx',
    button: 'Download backup',
    sends: backUpDatabase,
    open: shown(<BackupDialog onClose={nothing} />, nothing, async () => {
      await write('Passphrase', PASSPHRASE)
      await write('Confirm passphrase', PASSPHRASE)
    }),
  },
  {
    file: 'pages/admin-panel/system/schedule-form.tsx',
    button: 'Save schedule',
    sends: saveBackupSchedule,
    open: shown(
      <ScheduleForm schedule={makeBackupSchedule()} onLoadNewer={async () => true} />,
      nothing,
      () => write('Passphrase', PASSPHRASE),
    ),
  },
  {
    file: 'pages/admin-panel/system/import-dialog.tsx',
    button: 'Import',
    sends: importData,
    open: shown(<ImportDialog onClose={nothing} />, nothing, async () => {
      const files = [new File(['{}'], 'export.json', { type: 'application/json' })]
      fireEvent.change(await screen.findByLabelText('File'), { target: { files } })
    }),
  },
  {
    file: 'pages/admin-panel/system/erase-card.tsx',
    button: 'Erase',
    sends: eraseTenant,
    open: shown(<EraseCard />, answerTenants, async () => {
      fireEvent.click(await screen.findByRole('combobox'))
      fireEvent.click(await screen.findByText(/^Contoso/u))
      await press('Erase...')
      await write("Type the tenant's name to confirm", 'Contoso')
    }),
  },
  {
    file: 'pages/admin-panel/system/system-tab.tsx',
    button: 'Reset Sessions',
    sends: resetSessions,
    open: shown(<SystemTab />, answerSystem, async () => {
      await press('Reset Sessions')
      await screen.findByText('Reset all sessions?')
    }),
  },
  {
    file: 'pages/admin-panel/role-mapping/mappings-card.tsx',
    button: 'Remove',
    sends: saveRoleMappings,
    open: shown(
      <MappingsCard stored={mappings} onReload={async () => undefined} />,
      answerRoles,
      async () => {
        await press(/^Remove/u)
        await screen.findByText('Remove this mapping?')
      },
    ),
  },
  {
    file: 'pages/admin-panel/role-mapping/mapping-dialog.tsx',
    button: 'Save',
    sends: saveRoleMappings,
    open: shown(
      <MappingsCard stored={mappings} onReload={async () => undefined} />,
      answerRoles,
      async () => {
        await press(/^Edit/u)
        await write('Description', 'First line')
      },
    ),
  },
]
