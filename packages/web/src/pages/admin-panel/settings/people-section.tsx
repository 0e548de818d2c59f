import { Field, Radio, RadioGroup } from '@fluentui/react-components'

import { SectionCard } from '../../../ui/section-card.tsx'
import { TimeZoneSelect } from '../../../ui/time-zone-select.tsx'
import { SettingSwitch } from './setting-switch.tsx'
import type { SectionProps } from './settings-form.tsx'

/** How people come, and what is theirs at first. */
export function PeopleSection({ draft, problems, onChange }: SectionProps) {
  return (
    <>
      <SectionCard title="People">
        <SettingSwitch
          label="Import people at their first sign-in"
          checked={draft.autoImportUsers}
          onChange={(autoImportUsers) => onChange({ autoImportUsers })}
        >
          Members of your directory get an account when they first sign in, with the role that the
          mappings give. Guests of the directory are imported only by hand.
        </SettingSwitch>
        <Field
          label="Tenants of new people"
          hint="For those who are no administrators and whose mapping grants nothing."
        >
          <RadioGroup
            value={draft.defaultTenantAccess}
            onChange={(_, { value }) =>
              onChange({ defaultTenantAccess: value === 'all' ? 'all' : 'none' })
            }
          >
            <Radio value="none" label="None, until somebody grants them" />
            <Radio value="all" label="All tenants" />
          </RadioGroup>
        </Field>
      </SectionCard>
      <SectionCard title="Time zone">
        <Field
          label="Time zone of the installation"
          hint="New people begin with it, and what runs at night runs in its night."
          {...(problems.timezone && { validationMessage: problems.timezone })}
        >
          <TimeZoneSelect
            name="timezone"
            value={draft.timezone}
            onChoose={(timezone) => onChange({ timezone })}
          />
        </Field>
      </SectionCard>
    </>
  )
}
