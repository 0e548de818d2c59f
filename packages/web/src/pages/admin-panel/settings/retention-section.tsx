import { Field, Input } from '@fluentui/react-components'

import { SectionCard } from '../../../ui/section-card.tsx'
import type { SectionProps } from './settings-form.tsx'

const FIELDS = [
  {
    name: 'auditRetentionMonths',
    label: 'Audit trails, in months',
    hint: 'Older entries are removed; what proves that none is missing stays.',
  },
  {
    name: 'inactiveTenantRetentionMonths',
    label: 'Data of inactive tenants, in months',
    hint: 'Counted from when the tenant went. Its stored data, reports and share links go then.',
  },
] as const

/** How long things are kept. */
export function RetentionSection({ draft, problems, onChange }: SectionProps) {
  return (
    <SectionCard title="Retention">
      {FIELDS.map(({ name, label, hint }) => (
        <Field
          key={name}
          label={label}
          hint={hint}
          {...(problems[name] && { validationMessage: problems[name] })}
        >
          <Input
            name={name}
            inputMode="numeric"
            value={draft[name]}
            onChange={(_, { value }) => onChange({ [name]: value })}
          />
        </Field>
      ))}
    </SectionCard>
  )
}
