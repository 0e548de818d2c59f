import { getSignInOptions, signInLocally } from '@tenantscope/contract/auth'
import { getAzureConfig, saveAzureConfig } from '@tenantscope/contract/azure'
import {
  addLicense,
  setLicenseFriendlyName,
  setLicenseType,
} from '@tenantscope/contract/license-management'
import { addTenant } from '@tenantscope/contract/onboarding'
import {
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@tenantscope/contract/own-account'
import { forcePasswordReset, getSecurityStatus } from '@tenantscope/contract/security-audit'
import { readSharedReport, unlockSharedReport } from '@tenantscope/contract/shares'
import {
  deleteTenantGroup,
  listTenantGroups,
  saveTenantGroup,
} from '@tenantscope/contract/tenant-groups'
import {
  getTenantSettings,
  saveTenantSettings,
  setTenantReading,
} from '@tenantscope/contract/tenant-settings'
import { listTenants } from '@tenantscope/contract/tenants'
import { render } from '@testing-library/react'

import { RemoveDialog, RenewCodesDialog } from '../../features/second-factor/recovery-codes.tsx'
import { SetupDialog } from '../../features/second-factor/setup-dialog.tsx'
import {
  AddLicenseDialog,
  RenameDialog,
  TypeDialog,
} from '../../pages/admin-licenses/license-dialogs.tsx'
import { AddTenantDialog } from '../../pages/all-tenants/add-tenant.tsx'
import { GroupsDialog } from '../../pages/all-tenants/groups/groups-dialog.tsx'
import { TenantSettingsDialog } from '../../pages/all-tenants/settings/tenant-settings-dialog.tsx'
import { ConnectionForm } from '../../pages/azure-config/connection-form.tsx'
import { LocalSignInForm } from '../../pages/login/local-sign-in-form.tsx'
import { SecurityDashboardPage } from '../../pages/security-dashboard/security-dashboard.tsx'
import { SharedReportPage } from '../../pages/shared-report/shared-report-page.tsx'
import { createVisit } from '../../pages/shared-report/visit.ts'
import { makeAzureConfig } from '../azure-config.ts'
import { installFakeServer } from '../fake-server.ts'
import type { FakeServer } from '../fake-server.ts'
import { makeAdminLicense } from '../licenses.ts'
import { enrollment } from '../own-account.ts'
import { goodStatus } from '../security-audit.ts'
import { makeGroup } from '../tenant-groups.ts'
import { listOf } from '../tenant-lists.ts'
import { makeTenant } from '../tenants.ts'
import { choose, nothing, press, shown, write } from './submit.tsx'
import type { Submit } from './submit.tsx'

const contoso = makeTenant({ displayName: 'Contoso' })
const license = makeAdminLicense()

const unproven = {
  status: 503,
  code: 'CONNECTION_UNPROVEN',
  message: 'Microsoft issued no token.',
} as const

const connection = <ConnectionForm loaded={makeAzureConfig()} onSaved={nothing} />

const tenantSettings = <TenantSettingsDialog tenant={contoso} isOpen onClose={nothing} />

function answerTenantSettings(server: FakeServer) {
  server.answer(listTenants, listOf([contoso]))
  server.answer(getTenantSettings, {
    settings: { alias: null, tags: [], spareSeats: [] },
    version: 4,
    updatedBy: null,
    updatedAt: null,
    isReadingStopped: false,
  })
}

const groups = <GroupsDialog isOpen onClose={nothing} />

function answerGroups(server: FakeServer) {
  server.answer(listTenants, listOf([contoso]))
  server.answer(listTenantGroups, { groups: [makeGroup({ name: 'Gold' })] })
}

/** The forms and questions of pages, without the Admin Panel. */
export const PAGE_SUBMITS: readonly Submit[] = [
  {
    file: 'pages/all-tenants/settings/settings-form.tsx',
    button: 'Save',
    sends: saveTenantSettings,
    open: shown(tenantSettings, answerTenantSettings, () => write('Alias', 'Best one')),
  },
  {
    file: 'pages/all-tenants/settings/settings-form.tsx',
    button: 'Stop reading',
    sends: setTenantReading,
    open: shown(tenantSettings, answerTenantSettings, () => press('Stop reading')),
  },
  {
    file: 'pages/all-tenants/add-tenant.tsx',
    button: 'Add tenant',
    sends: addTenant,
    open: shown(
      <AddTenantDialog tenants={[]} isOpen onClose={nothing} renderConsentSteps={() => null} />,
      nothing,
      () => write('Domain or tenant ID', 'contoso.com'),
    ),
  },
  {
    file: 'pages/all-tenants/groups/groups-dialog.tsx',
    button: 'Save',
    sends: saveTenantGroup,
    open: shown(groups, answerGroups, () => press('Edit Gold')),
  },
  {
    file: 'pages/all-tenants/groups/group-list.tsx',
    button: 'Delete group',
    sends: deleteTenantGroup,
    open: shown(groups, answerGroups, () => press('Delete Gold')),
  },
  {
    file: 'features/second-factor/setup-dialog.tsx',
    button: 'Confirm',
    sends: confirmSecondFactor,
    open: shown(<SetupDialog enrollment={enrollment} onClose={nothing} />, nothing, () =>
      write('Code', '123456'),
    ),
  },
  {
    file: 'features/second-factor/recovery-codes.tsx',
    button: 'Create new codes',
    sends: renewRecoveryCodes,
    open: shown(<RenewCodesDialog onClose={nothing} />),
  },
  {
    file: 'features/second-factor/recovery-codes.tsx',
    button: 'Remove',
    sends: removeSecondFactor,
    open: shown(<RemoveDialog isRequired={false} onClose={nothing} />, nothing, async () => {
      await write('Current password', 'old')
      await write('Code', '123456')
    }),
  },
  {
    file: 'pages/shared-report/shared-report-page.tsx',
    button: 'Open report',
    sends: unlockSharedReport,
    open: async () => {
      const server = installFakeServer()
      server.refuse(readSharedReport, {
        status: 401,
        code: 'PASSPHRASE_REQUIRED',
        message: 'A passphrase is required',
      })
      const visit = createVisit('aToken')
      void visit.open()
      render(<SharedReportPage visit={visit} />)
      await write('Passphrase', 'right one')
      return { server }
    },
  },
  {
    file: 'pages/security-dashboard/security-dashboard.tsx',
    button: 'Force Password Reset',
    sends: forcePasswordReset,
    open: shown(
      <SecurityDashboardPage />,
      (server) =>
        server.answer(getSecurityStatus, {
          ...goodStatus,
          defaultCredentialsPresent: true,
          defaultCredentialsOf: ['root'],
        }),
      () => press('Force Password Reset'),
    ),
  },
  {
    file: 'pages/azure-config/connection-form.tsx',
    button: 'Save Configuration',
    sends: saveAzureConfig,
    open: shown(connection, nothing, () => write('Client Secret', 'new secret')),
  },
  {
    file: 'pages/azure-config/unproven-notice.tsx',
    button: 'Save anyway',
    sends: saveAzureConfig,
    open: shown(
      connection,
      (server) => {
        server.answer(getAzureConfig, makeAzureConfig())
        server.refuse(saveAzureConfig, unproven)
      },
      async () => {
        await write('Client Secret', 'new secret')
        await press('Save Configuration')
        await press('Save anyway')
      },
    ),
  },
  {
    file: 'pages/login/local-sign-in-form.tsx',
    button: 'Sign in with Local Account',
    sends: signInLocally,
    open: shown(<LocalSignInForm />, nothing, async () => {
      await write('Username', 'admin')
      await write('Password', 'old')
    }),
  },
  {
    file: 'pages/login/local-sign-in-form.tsx',
    button: 'Sign in',
    sends: signInLocally,
    open: shown(
      <LocalSignInForm />,
      (server) => {
        server.answer(getSignInOptions, {
          microsoft: true,
          local: true,
          simulatedMicrosoft: false,
          refusal: null,
        })
        server.refuse(signInLocally, {
          status: 401,
          code: 'SECOND_FACTOR_REQUIRED',
          message: 'Enter the code of your authenticator app',
        })
      },
      async () => {
        await write('Username', 'admin')
        await write('Password', 'old')
        await press('Sign in with Local Account')
        await write('Code', '123456')
      },
    ),
  },
  {
    file: 'pages/admin-licenses/license-dialogs.tsx',
    button: 'Add License',
    sends: addLicense,
    open: shown(<AddLicenseDialog onClose={nothing} />, nothing, () =>
      write(/^SKU ID/u, 'f245ecc8-75af-4f8e-b61f-27d8114de5f3'),
    ),
  },
  {
    file: 'pages/admin-licenses/license-dialogs.tsx',
    button: 'Save',
    sends: setLicenseFriendlyName,
    open: shown(<RenameDialog license={license} onClose={nothing} />, nothing, () =>
      write(/^Friendly name/u, 'New name'),
    ),
  },
  {
    file: 'pages/admin-licenses/license-dialogs.tsx',
    button: 'Save',
    sends: setLicenseType,
    open: shown(<TypeDialog license={license} onClose={nothing} />, nothing, () => choose('Free')),
  },
]
