import { countAudit, exportAudit, listAudit, verifyAudit } from '@tenantscope/contract/audit'
import { getMailSettings, testMail } from '@tenantscope/contract/mail'
import { listDirectoryRoles, saveRoleMappings } from '@tenantscope/contract/role-mappings'
import { listSecurityAuditReports, runSecurityAudit } from '@tenantscope/contract/security-audit'
import { getSettings } from '@tenantscope/contract/settings'
import {
  clearCache,
  exportData,
  getSystemHealth,
  listJobs,
  retryJob,
  runBackup,
} from '@tenantscope/contract/system'
import { listTenants } from '@tenantscope/contract/tenants'
import { getUser, syncUser, toggleUserStatus } from '@tenantscope/contract/users'

import { MappingsCard } from '../../pages/admin-panel/role-mapping/mappings-card.tsx'
import { HealthCard } from '../../pages/admin-panel/system/health-card.tsx'
import { SystemTab } from '../../pages/admin-panel/system/system-tab.tsx'
import { ManageUserDialog } from '../../pages/admin-panel/users/manage-user-dialog.tsx'
import type { FakeServer } from '../fake-server.ts'
import { directoryRoles } from '../role-mappings.ts'
import { makeSettings } from '../settings.ts'
import { answerSystem, makeBackupSchedule, noJobs } from '../system.ts'
import { listOf } from '../tenant-lists.ts'
import { makeTenant } from '../tenants.ts'
import { detailsOf, makeUser } from '../users.ts'
import { mailServer, nothing, opened, shown } from './submit.tsx'
import type { Submit } from './submit.tsx'

const stamps = { version: 1, updatedAt: null, updatedBy: null }

function answerAudit(server: FakeServer) {
  server.answer(listTenants, listOf([]))
  server.answer(listAudit, { entries: [], total: 0, nextCursor: null })
  server.answer(countAudit, {
    since: '2026-10-22T00:00:00.000Z',
    userLogins: 1,
    adminActions: 2,
    failedAttempts: 3,
    apiCalls: 4,
  })
}
const audit = opened('/admin-panel?tab=audit', answerAudit)

const manage = (changes: Parameters<typeof makeUser>[0]) => {
  const user = makeUser(changes)
  return shown(<ManageUserDialog userId={user.id} onClose={nothing} />, (server) => {
    server.answer(listTenants, listOf([makeTenant()]))
    server.answer(getUser, detailsOf(user))
  })
}

/** The buttons of administration that start something, outside of forms and questions. */
export const ADMINISTRATION_ACTIONS: readonly Submit[] = [
  {
    file: 'pages/admin-panel/users/account-section.tsx',
    button: 'Enable account',
    sends: toggleUserStatus,
    open: manage({ isDisabled: true }),
  },
  {
    file: 'pages/admin-panel/users/account-section.tsx',
    button: 'Sync from M365',
    sends: syncUser,
    open: manage({}),
  },
  {
    file: 'pages/admin-panel/audit/audit-tab.tsx',
    button: 'Verify',
    sends: verifyAudit,
    open: audit,
  },
  {
    file: 'pages/admin-panel/audit/audit-tab.tsx',
    button: 'Export',
    sends: exportAudit,
    open: audit,
  },
  {
    file: 'pages/admin-panel/settings/settings-tab.tsx',
    button: 'Send test mail',
    sends: testMail,
    open: opened('/admin-panel?tab=admin-settings', (server) => {
      server.answer(getSettings, makeSettings())
      server.answer(getMailSettings, { settings: mailServer, ...stamps })
    }),
  },
  {
    file: 'pages/admin-panel/system/jobs-card.tsx',
    button: /^Retry: /u,
    sends: retryJob,
    open: shown(<SystemTab />, (server) => {
      answerSystem(server)
      server.answer(listJobs, {
        jobs: [
          {
            id: '11111111-2222-4333-8444-555555555555',
            name: 'refresh-tenant',
            title: 'Read a tenant',
            state: 'failed',
            createdAt: '2026-11-20T10:00:00.000Z',
            startedAt: '2026-11-20T10:00:01.000Z',
            endedAt: '2026-11-20T10:00:09.000Z',
            attempts: 3,
            reason: 'Microsoft could not answer',
            tenantId: null,
            tenantName: 'Contoso',
          },
        ],
        counts: { ...noJobs, failed: 1 },
      })
    }),
  },
  {
    file: 'pages/admin-panel/system/schedule-card.tsx',
    button: 'Back up now',
    sends: runBackup,
    open: shown(<SystemTab />, (server) =>
      answerSystem(server, makeBackupSchedule({ hasPassphrase: true })),
    ),
  },
  {
    file: 'pages/admin-panel/system/health-card.tsx',
    button: 'System Health Check',
    sends: getSystemHealth,
    open: shown(<HealthCard />),
  },
  {
    file: 'pages/admin-panel/system/system-tab.tsx',
    button: 'Export Data',
    sends: exportData,
    open: shown(<SystemTab />, answerSystem),
  },
  {
    file: 'pages/admin-panel/system/system-tab.tsx',
    button: 'Clear cache',
    sends: clearCache,
    open: shown(<SystemTab />, answerSystem),
  },
  {
    file: 'pages/admin-panel/role-mapping/mappings-card.tsx',
    button: 'Add suggested mappings',
    sends: saveRoleMappings,
    open: shown(
      <MappingsCard stored={{ mappings: [], ...stamps }} onReload={async () => undefined} />,
      (server) =>
        server.answer(listDirectoryRoles, {
          roles: directoryRoles,
          dataAsOf: '2026-11-20T09:00:00.000Z',
        }),
    ),
  },
  {
    file: 'pages/security-audit/security-audit.tsx',
    button: 'Run Security Audit',
    sends: runSecurityAudit,
    open: opened('/admin/security-audit', (server) => server.answer(listSecurityAuditReports, [])),
  },
]
