import { REPORT_TYPE_NAMES, ReportType } from '@tenantscope/contract/report-document'

import { ChoiceCards } from './choice-cards.tsx'
import type { Wizard } from './use-wizard.ts'

const TEXTS: Record<ReportType, string> = {
  'user-license': 'Who holds which license, and how the seats are used.',
}

const CHOICES = ReportType.options.map((value) => ({
  value,
  name: REPORT_TYPE_NAMES[value],
  text: TEXTS[value],
}))

/** Step 1. */
export function TypeStep({ wizard }: { wizard: Wizard }) {
  return (
    <ChoiceCards
      label="Report type"
      choices={CHOICES}
      chosen={wizard.choice.reportType}
      onChoose={wizard.chooseType}
    />
  )
}
