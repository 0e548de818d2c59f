import { Accordion } from '@fluentui/react-components'
import type { SecurityAuditReport } from '@tenantscope/contract/security-audit'

import type { Fact } from '../../ui/fact-list.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { CheckItem, measuredFacts } from './check-item.tsx'
import { NotVerified } from './not-verified.tsx'

/** Every check with what it measured; the failed ones are open, with how to fix them. */
export function AuditChecks({ report }: { report: SecurityAuditReport }) {
  const { checks, unverifiedParts } = report
  const failed = checks.filter(({ passed }) => !passed).map(({ id }) => id)
  return (
    <>
      <SectionCard title="Checks">
        <Accordion multiple collapsible defaultOpenItems={failed}>
          {checks.map((check) => (
            <CheckItem
              key={check.id}
              value={check.id}
              check={check}
              state={
                <StatusLabel tone={check.passed ? 'good' : 'bad'}>
                  {check.passed ? 'PASS' : 'FAIL'}
                </StatusLabel>
              }
              facts={[
                ...measuredFacts(check),
                ...unseenFacts(unverifiedParts.filter(({ checkId }) => checkId === check.id)),
                ...(check.passed ? [] : [{ label: 'How to Fix', value: check.howToFix }]),
              ]}
            />
          ))}
        </Accordion>
      </SectionCard>
      <NotVerified report={report} />
    </>
  )
}

/** A check that passed with something unseen does not look as if all of it was measured. */
const unseenFacts = (parts: SecurityAuditReport['unverifiedParts']): Fact[] =>
  parts.length === 0
    ? []
    : [{ label: 'Not verified', value: parts.map(({ name }) => name).join(', ') }]
