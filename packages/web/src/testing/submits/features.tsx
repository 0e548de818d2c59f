import { changePassword } from '@tenantscope/contract/account'
import { signInLocally } from '@tenantscope/contract/auth'
import { getReportSettings } from '@tenantscope/contract/branding'
import {
  decideTenantApproval,
  listInvitations,
  revokeInvitation,
  startConsent,
} from '@tenantscope/contract/consent'
import { setLicensePrice, setLicenseVisibility } from '@tenantscope/contract/licenses'
import { getMailSettings, saveMailSettings, testMail } from '@tenantscope/contract/mail'
import {
  deleteReportSchedule,
  listReportRecipients,
  listReportSchedules,
  runReportSchedule,
  saveReportSchedule,
} from '@tenantscope/contract/report-schedules'
import { generateReport } from '@tenantscope/contract/reports'
import { createShare, deactivateShare, listMyShares } from '@tenantscope/contract/shares'
import { listTenants } from '@tenantscope/contract/tenants'

import { ChangePasswordForm } from '../../features/change-password/change-password-form.tsx'
import { InvitationLinks } from '../../features/consent/invitation-links.tsx'
import { ApprovalActions } from '../../features/consent/next-step-action.tsx'
import { FreshSignInDialog } from '../../features/fresh-sign-in/fresh-sign-in-dialog.tsx'
import { HideLicenseSwitch } from '../../features/license-visibility/hide-license-switch.tsx'
import { ReportSettingsDialog } from '../../features/report-settings/report-settings-dialog.tsx'
import { ScheduledReportsDialog } from '../../features/scheduled-reports/scheduled-reports-dialog.tsx'
import { ShareReportDialog } from '../../features/share-report/share-report-dialog.tsx'
import { SharedLinks } from '../../features/share-report/shared-links.tsx'
import { LicensePriceDialog } from '../../ui/license-price-dialog.tsx'
import { CONSENT_URL, makeConsent } from '../consents.ts'
import type { FakeServer } from '../fake-server.ts'
import { makeAdminLicense } from '../licenses.ts'
import { makeSchedule } from '../report-schedules.ts'
import { openWizard, toReview } from '../report-wizard.tsx'
import { makeShare } from '../shares.ts'
import { makeLicense } from '../tenant-details.ts'
import { listOf } from '../tenant-lists.ts'
import { makeTenant } from '../tenants.ts'
import { choose, mailServer, nothing, press, shown, write } from './submit.tsx'
import type { Submit } from './submit.tsx'

const contoso = makeTenant({ displayName: 'Contoso' })
const stamps = { version: 1, updatedAt: null, updatedBy: null }

function answerSchedules(server: FakeServer) {
  server.answer(listTenants, listOf([contoso]))
  server.answer(listReportSchedules, { schedules: [makeSchedule()], isMailConfigured: true })
  server.answer(listReportRecipients, { people: [], isMailConfigured: true })
}

function answerReportSettings(server: FakeServer) {
  server.answer(getReportSettings, {
    branding: { name: 'Northwind IT', accentColor: '#02717a', footer: null, logo: null },
    retentionMonths: 12,
    ...stamps,
  })
  server.answer(getMailSettings, {
    settings: mailServer,
    ...stamps,
  })
}

/** The forms and questions of features, which several pages use. */
export const FEATURE_SUBMITS: readonly Submit[] = [
  {
    file: 'features/scheduled-reports/schedule-editor.tsx',
    button: 'Save',
    sends: saveReportSchedule,
    open: shown(<ScheduledReportsDialog onClose={nothing} />, answerSchedules, () =>
      press(/^Edit /u),
    ),
  },
  {
    file: 'features/scheduled-reports/schedule-list.tsx',
    button: 'Delete schedule',
    sends: deleteReportSchedule,
    open: shown(<ScheduledReportsDialog onClose={nothing} />, answerSchedules, () =>
      press(/^Delete /u),
    ),
  },
  {
    file: 'features/scheduled-reports/schedule-row.tsx',
    button: /^Run now: /u,
    sends: runReportSchedule,
    open: shown(<ScheduledReportsDialog onClose={nothing} />, answerSchedules),
  },
  {
    file: 'features/change-password/change-password-form.tsx',
    button: 'Change password',
    sends: changePassword,
    open: shown(<ChangePasswordForm />, nothing, async () => {
      await write('Current password', 'old')
      await write('New password', 'Correct-Horse-7')
      await write('Confirm new password', 'Correct-Horse-7')
    }),
  },
  {
    file: 'features/fresh-sign-in/password-confirmation.tsx',
    button: 'Confirm',
    sends: signInLocally,
    open: shown(<FreshSignInDialog isOpen onAnswer={nothing} />, nothing, () =>
      write(/^Password of/u, 'old'),
    ),
  },
  {
    file: 'features/license-visibility/hide-license-switch.tsx',
    button: 'Confirm Hide',
    sends: setLicenseVisibility,
    open: shown(<HideLicenseSwitch license={makeAdminLicense()} />, nothing, () =>
      choose(/^Visible: /u),
    ),
  },
  {
    file: 'features/report-wizard/wizard-content.tsx',
    button: 'Generate Report',
    sends: generateReport,
    open: async () => {
      const app = await openWizard()
      await toReview()
      return app
    },
  },
  {
    file: 'features/report-settings/panel-form.tsx',
    button: 'Save',
    sends: saveMailSettings,
    open: shown(<ReportSettingsDialog first="mail" onClose={nothing} />, answerReportSettings, () =>
      write('Mail server', 'mail.msp.example'),
    ),
  },
  {
    file: 'features/report-settings/mail-panel.tsx',
    button: 'Remove',
    sends: saveMailSettings,
    open: shown(<ReportSettingsDialog first="mail" onClose={nothing} />, answerReportSettings, () =>
      press('Remove'),
    ),
  },
  {
    file: 'features/report-settings/mail-panel.tsx',
    button: 'Send test mail',
    sends: testMail,
    open: shown(<ReportSettingsDialog first="mail" onClose={nothing} />, answerReportSettings),
  },
  {
    file: 'features/share-report/share-report-dialog.tsx',
    button: 'Create link',
    sends: createShare,
    open: shown(
      <ShareReportDialog
        tenant={contoso}
        order={{
          reportType: 'user-license',
          selection: { licenseIds: ['sku-1'], userIds: ['user-1'] },
        }}
        onClose={nothing}
      />,
    ),
  },
  {
    file: 'features/share-report/over-links.tsx',
    button: 'Deactivate',
    sends: deactivateShare,
    open: shown(
      <SharedLinks tenantId={null} />,
      (server) => server.answer(listMyShares, { shares: [makeShare()] }),
      () => press(/^Deactivate/u),
    ),
  },
  {
    file: 'features/consent/invitation-links.tsx',
    button: 'Revoke',
    sends: revokeInvitation,
    open: shown(
      <InvitationLinks tenantId={null} />,
      (server) =>
        server.answer(listInvitations, {
          invitations: [
            {
              ...makeConsent(),
              kind: 'invitation',
              createdAt: '2026-11-20T10:00:00.000Z',
              expiresAt: '2026-11-27T10:00:00.000Z',
              url: CONSENT_URL,
              label: null,
            },
          ],
        }),
      () => press('Revoke'),
    ),
  },
  {
    file: 'features/consent/invitation-links.tsx',
    button: 'Create invitation link',
    sends: startConsent,
    open: shown(<InvitationLinks tenantId={null} />, (server) =>
      server.answer(listInvitations, { invitations: [] }),
    ),
  },
  {
    file: 'features/consent/next-step-action.tsx',
    button: 'Accept Contoso',
    sends: decideTenantApproval,
    open: shown(<ApprovalActions tenant={contoso} />),
  },
  {
    file: 'features/consent/next-step-action.tsx',
    button: 'Decline',
    sends: decideTenantApproval,
    open: shown(<ApprovalActions tenant={contoso} />, nothing, () => press(/^Decline /u)),
  },
  {
    file: 'ui/license-price-dialog.tsx',
    button: 'Save',
    sends: setLicensePrice,
    open: shown(<LicensePriceDialog license={makeLicense()} onClose={nothing} />, nothing, () =>
      write('Price per seat and month', '22.50'),
    ),
  },
  {
    file: 'ui/license-price-dialog.tsx',
    button: 'Use list price',
    sends: setLicensePrice,
    open: shown(
      <LicensePriceDialog
        license={makeLicense({ price: { monthly: 20, currency: 'USD', source: 'own' } })}
        onClose={nothing}
      />,
    ),
  },
]
