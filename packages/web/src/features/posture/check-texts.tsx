import { makeStyles } from '@fluentui/react-components'
import { areaName } from '@tenantscope/analysis/checks/areas'
import { effortText } from '@tenantscope/analysis/checks/posture-text'
import type { PostureCheckTexts } from '@tenantscope/contract/posture'

import { FactList } from '../../ui/fact-list.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { SeverityLabel } from './severity-label.tsx'

const useStyles = makeStyles({
  // Side by side where both have enough width, as on a page; below each other in a drawer.
  whole: { display: 'flex', flexWrap: 'wrap', gap: '16px 48px' },
  advice: { flex: '2 1 480px', minWidth: 'min(100%, 240px)' },
  facts: { flex: '1 1 360px', minWidth: 'min(100%, 240px)' },
  text: { maxWidth: '80ch' },
  steps: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: 0,
    paddingInlineStart: '24px',
    maxWidth: '80ch',
  },
})

interface CheckTextsProps {
  check: PostureCheckTexts
  /** The level of the headings. */
  heading?: 'h2' | 'h3'
}

/** Why a check matters, how to fix it, and what that costs. */
export function CheckTexts({ check, heading = 'h3' }: CheckTextsProps) {
  const styles = useStyles()
  return (
    <div className={styles.whole}>
      <Stack gap={16} className={styles.advice}>
        <Stack gap={4}>
          <Text as={heading} variant="strong">
            Why it matters
          </Text>
          <Text as="p" variant="body" className={styles.text}>
            {check.why}
          </Text>
        </Stack>
        <Stack gap={4}>
          <Text as={heading} variant="strong">
            How to fix it
          </Text>
          <ol className={styles.steps}>
            {check.fix.map((step) => (
              <Text as="li" variant="body" key={step}>
                {step}
              </Text>
            ))}
          </ol>
        </Stack>
      </Stack>
      <div className={styles.facts}>
        <FactList facts={factsOf(check)} />
      </div>
    </div>
  )
}

const factsOf = (check: PostureCheckTexts): readonly Fact[] => [
  { label: 'Severity', value: <SeverityLabel severity={check.severity} /> },
  { label: 'Area', value: areaName(check.id) },
  { label: 'Effort', value: effortText(check.effort) },
  { label: 'What users notice', value: check.userImpact },
  {
    label: 'License needed',
    value: check.licence === null ? 'None' : `Microsoft Entra ID ${check.licence}`,
  },
  {
    label: 'References',
    value: check.references.length === 0 ? 'None' : check.references.join(', '),
  },
]
