import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { ShownVerdict } from '@tenantscope/contract/posture'

import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { VerdictLabel } from './verdict-label.tsx'
import { SYMBOLS } from './verdict-symbols.ts'

const useStyles = makeStyles({
  bar: { display: 'flex', gap: '2px', height: '24px' },
  segment: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    minWidth: '4px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusSmall,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground6,
    // Forced colors drop backgrounds; the outline keeps the parts visible.
    outline: `1px solid ${tokens.colorTransparentStroke}`,
    printColorAdjust: 'exact',
  },
  failed: {
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorStatusDangerBackground3,
  },
  passed: {
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorStatusSuccessBackground3,
  },
  unknown: {
    color: tokens.colorStatusWarningForeground2,
    backgroundColor: tokens.colorStatusWarningBackground2,
  },
})

type Verdict = ShownVerdict | null

interface VerdictBarProps {
  /** In the order of the bar; null: not judged yet. */
  counts: readonly (readonly [Verdict, number])[]
}

/** How often each verdict is given: a bar with symbols, and the verdicts in words with their counts. */
export function VerdictBar({ counts }: VerdictBarProps) {
  const styles = useStyles()
  return (
    <Stack gap={12}>
      <div className={styles.bar} aria-hidden>
        {counts.map(([verdict, count]) => (
          <span
            key={verdict}
            className={mergeClasses(
              styles.segment,
              verdict === 'failed' && styles.failed,
              verdict === 'passed' && styles.passed,
              isUnknown(verdict) && styles.unknown,
            )}
            style={{ flex: `${count} 1 0` }}
          >
            {SYMBOLS[verdict ?? 'notJudged']}
          </span>
        ))}
      </div>
      <Stack as="ul" row wrap gap={24} lineGap={4}>
        {counts.map(([verdict, count]) => (
          <Stack as="li" row gap={8} align="center" key={verdict}>
            <VerdictLabel verdict={verdict} />
            <Text variant="strong" tabular>
              {count.toLocaleString('en-US')}
            </Text>
          </Stack>
        ))}
      </Stack>
    </Stack>
  )
}

const isUnknown = (verdict: Verdict): boolean =>
  verdict === null || verdict === 'notRead' || verdict === 'noPermission'
