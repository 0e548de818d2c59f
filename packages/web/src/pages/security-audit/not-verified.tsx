import { Accordion, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { SecurityAuditReport } from '@tenantscope/contract/security-audit'

import { SectionCard } from '../../ui/section-card.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { CheckItem, measuredFacts } from './check-item.tsx'

const useStyles = makeStyles({
  note: { ...typographyStyles.body1, margin: 0, color: tokens.colorNeutralForeground2 },
})

/** Checks, and parts of checks, that nothing can be said about; nothing where there are none. */
export function NotVerified({ report }: { report: SecurityAuditReport }) {
  const styles = useStyles()
  const { checks, unverified, unverifiedParts } = report
  const parts = unverifiedParts.map((part) => ({
    ...part,
    key: `${part.checkId}: ${part.name}`,
    check: checks.find(({ id }) => id === part.checkId),
  }))
  if (unverified.length + parts.length === 0) return null
  const state = <StatusLabel tone="unknown">NOT VERIFIED</StatusLabel>
  return (
    <SectionCard title="Not Verified">
      <p className={styles.note}>
        These could not be measured. They do not count in the score, and there is no A+ with them.
      </p>
      <Accordion
        multiple
        collapsible
        defaultOpenItems={[...unverified.map(({ id }) => id), ...parts.map(({ key }) => key)]}
      >
        {unverified.map((check) => (
          <CheckItem
            key={check.id}
            value={check.id}
            check={check}
            state={state}
            facts={[...measuredFacts(check), { label: 'Reason', value: check.reason }]}
          />
        ))}
        {parts.map(({ key, name, check, reason, howToVerify }) => (
          <CheckItem
            key={key}
            value={key}
            check={{ name, ...(check && { severity: check.severity }) }}
            state={state}
            facts={[
              { label: 'Part of', value: check?.name },
              { label: 'Reason', value: reason },
              { label: 'How to Verify', value: howToVerify },
            ]}
          />
        ))}
      </Accordion>
    </SectionCard>
  )
}
