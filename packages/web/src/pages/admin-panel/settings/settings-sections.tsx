import { Field } from '@fluentui/react-components'
import { SETTINGS } from '@tenantscope/contract/limits'
import { NOTIFICATION_NAMES, NotificationKind } from '@tenantscope/contract/notifications'
import type { AdminSettings, StoredAdminSettings } from '@tenantscope/contract/settings'

import { useCurrentUser } from '../../../lib/current-user.ts'
import { BalancedColumns } from '../../../ui/balanced-columns.tsx'
import { fieldProblem } from '../../../ui/field-problem.ts'
import { CheckboxGroupField } from '../../../ui/form/checkbox-group-field.tsx'
import { RadioField } from '../../../ui/form/radio-field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { SwitchField } from '../../../ui/form/switch-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { SavedForm } from '../../../ui/form/use-saved-form.ts'
import { Notice } from '../../../ui/notice.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { TimeZoneSelect } from '../../../ui/time-zone-select.tsx'

/** The fields that hold a number of months. */
export const MONTHS = [
  'auditRetentionMonths',
  'inactiveTenantRetentionMonths',
  'postureRetentionMonths',
  'billingPeopleMonths',
] as const

/** The settings in fields: numbers are text while they are typed. */
export type SettingsValues = Omit<AdminSettings, (typeof MONTHS)[number]> &
  Record<(typeof MONTHS)[number], string>

interface SectionProps {
  form: SavedForm<SettingsValues>
  stored: StoredAdminSettings
}

/** The settings, by what they are about. */
export function SettingsSections(props: SectionProps) {
  const { form } = props
  return (
    <BalancedColumns>
      <SignInSection {...props} />
      <PeopleSection {...props} />
      <SectionCard title="Tenants">
        <SelectField
          form={form}
          name="refreshHours"
          label="Refresh"
          hint="Each tenant is read again after this time. A change takes effect at the next scheduled refresh."
          options={SETTINGS.refreshHours.map((hours) => ({
            value: hours,
            label: hours === 1 ? 'Every hour' : `Every ${hours} hours`,
          }))}
        />
        <SwitchField form={form} name="publicDnsRead" label="Read public DNS">
          The SPF, DKIM and DMARC records of the tenants&apos; mail domains are looked up once a
          day. The name server of this installation then sees the names of the domains. When off,
          the checks of DNS are not read.
        </SwitchField>
      </SectionCard>
      <SectionCard title="Retention">
        <TextField
          form={form}
          name="auditRetentionMonths"
          label="Audit trails, in months"
          hint="Older entries are removed. The proof that no entry is missing is kept."
          input={{ inputMode: 'numeric' }}
        />
        <TextField
          form={form}
          name="inactiveTenantRetentionMonths"
          label="Data of inactive tenants, in months"
          hint="Counted from the day the tenant became inactive. Its stored data, reports and share links are then removed."
          input={{ inputMode: 'numeric' }}
        />
        <TextField
          form={form}
          name="postureRetentionMonths"
          label="History of checks, in months"
          hint="Verdicts that have ended are then removed. The current verdicts are always kept."
          input={{ inputMode: 'numeric' }}
        />
        <TextField
          form={form}
          name="billingPeopleMonths"
          label="People of billing months, in months"
          hint="The IDs of licensed people are then removed from frozen months, so that it is no longer known who came and went. The numbers are always kept."
          input={{ inputMode: 'numeric' }}
        />
      </SectionCard>
      <SectionCard title="Notifications">
        <CheckboxGroupField
          form={form}
          name="notificationKinds"
          label="Notify users when"
          hint="Each user chooses the delivery under My Account."
          options={NotificationKind.options.map((kind) => ({
            value: kind,
            label: NOTIFICATION_NAMES[kind],
          }))}
        />
      </SectionCard>
    </BalancedColumns>
  )
}

function SignInSection({ form, stored }: SectionProps) {
  const { authMethod } = useCurrentUser()
  const { values } = form
  return (
    <SectionCard title="Sign-in">
      <SwitchField form={form} name="localAuthFallback" label="Local sign-in">
        Local administrators sign in with a password when Microsoft sign-in is unavailable.
      </SwitchField>
      {stored.localAuthFallback && !values.localAuthFallback && (
        <Notice intent="warning">
          {authMethod === 'local' && 'You are signed in with a local account. '}
          After saving, only Microsoft users can sign in. Make sure that one of them is an
          administrator. Local sign-in is enabled again automatically when no Microsoft sign-in has
          worked for 24 hours.
        </Notice>
      )}
      <SwitchField form={form} name="secondFactorRequired" label="Require a second factor">
        Local users sign in with a password and a code from an authenticator app. Users without a
        second factor set one up before they can do anything else. Microsoft users have the
        multifactor authentication of Microsoft.
      </SwitchField>
      {stored.secondFactorRequired && !values.secondFactorRequired && (
        <Notice intent="warning">
          After saving, a password alone is enough to sign in with a local account, which sees every
          tenant.
        </Notice>
      )}
      <SwitchField form={form} name="roleSyncEnabled" label="Role sync">
        The role mappings are applied at each Microsoft sign-in. When off, they apply only when a
        user is imported. Local users keep their role.
      </SwitchField>
      {values.roleSyncEnabled && (
        <Notice intent="warning">
          Mapped roles overwrite manual assignments at each Microsoft sign-in. Users without a
          matching mapping become Viewers. Check the preview under Role Mapping first.
        </Notice>
      )}
    </SectionCard>
  )
}

function PeopleSection({ form }: SectionProps) {
  return (
    <>
      <SectionCard title="People">
        <SwitchField form={form} name="autoImportUsers" label="Import users at their first sign-in">
          Members of your directory get an account when they first sign in, with the role from the
          mappings. Guests of the directory must be imported manually.
        </SwitchField>
        <RadioField
          form={form}
          name="defaultTenantAccess"
          label="Tenants that new users can see"
          hint="Applies when no role mapping grants them tenants. Administrators always see all tenants."
          options={[
            { value: 'none', label: 'None until granted' },
            { value: 'all', label: 'All tenants' },
          ]}
        />
      </SectionCard>
      <SectionCard title="Time zone">
        <Field
          label="Time zone of the installation"
          hint="The default for new users and for the end of billing months. Nightly jobs also run in this time zone."
          {...fieldProblem(form.problems['timezone'])}
        >
          <TimeZoneSelect
            name="timezone"
            value={form.values.timezone}
            onChoose={(timezone) => form.change({ timezone })}
          />
        </Field>
      </SectionCard>
    </>
  )
}
