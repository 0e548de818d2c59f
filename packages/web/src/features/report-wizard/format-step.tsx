import { REPORT_FORMATS, ReportFormat } from '@tenantscope/contract/report-document'

import { ChoiceCards } from './choice-cards.tsx'
import type { Wizard } from './use-wizard.ts'

const TEXTS: Record<ReportFormat, string> = {
  pdf: 'To read, print and hand to a customer: cover, charts and tables.',
  csv: 'To import elsewhere: one plain table.',
  json: 'For scripts and other systems: the whole report as structured data.',
  xlsx: 'To sort, filter and calculate: a summary sheet and typed columns.',
}

const CHOICES = ReportFormat.options.map((value) => ({
  value,
  name: REPORT_FORMATS[value].name,
  text: TEXTS[value],
}))

/** Step 4. */
export function FormatStep({ wizard }: { wizard: Wizard }) {
  return (
    <ChoiceCards
      label="Format"
      choices={CHOICES}
      chosen={wizard.choice.format}
      onChoose={wizard.chooseFormat}
    />
  )
}
