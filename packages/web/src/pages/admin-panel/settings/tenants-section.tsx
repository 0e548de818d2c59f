import { Field, Select } from '@fluentui/react-components'
import { SETTINGS } from '@tenantscope/contract/limits'

import { SectionCard } from '../../../ui/section-card.tsx'
import type { SectionProps } from './settings-form.tsx'

/** How often tenants are read. */
export function TenantsSection({ draft, problems, onChange }: SectionProps) {
  return (
    <SectionCard title="Tenants">
      <Field
        label="Refresh"
        hint="Each tenant is read again after this, spread over the time. It counts from the next turn."
        {...(problems.refreshHours && { validationMessage: problems.refreshHours })}
      >
        <Select
          name="refreshHours"
          value={String(draft.refreshHours)}
          onChange={(_, { value }) => onChange({ refreshHours: Number(value) })}
        >
          {SETTINGS.refreshHours.map((hours) => (
            <option key={hours} value={hours}>
              {hours === 1 ? 'Every hour' : `Every ${hours} hours`}
            </option>
          ))}
        </Select>
      </Field>
    </SectionCard>
  )
}
