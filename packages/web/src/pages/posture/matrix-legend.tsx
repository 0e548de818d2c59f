import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { verdictText } from '@tenantscope/analysis/checks/posture-text'
import { ShownVerdict } from '@tenantscope/contract/posture'

import { SYMBOLS, useLookStyles } from '../../features/posture/verdict-symbols.ts'
import type { CellLook } from '../../features/posture/verdict-symbols.ts'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

const useStyles = makeStyles({
  swatch: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '20px',
    height: '20px',
    borderRadius: tokens.borderRadiusSmall,
    outline: `1px solid ${tokens.colorNeutralStroke2}`,
  },
})

const ENTRIES: readonly (readonly [CellLook, symbol: string, words: string])[] = [
  ['failedCritical', SYMBOLS.failed, 'Failed, critical'],
  ['failed', SYMBOLS.failed, verdictText('failed')],
  ...ShownVerdict.options
    .filter((verdict) => verdict !== 'failed')
    .map((verdict) => [verdict, SYMBOLS[verdict], verdictText(verdict)] as const),
  ['notJudged', SYMBOLS.notJudged, verdictText(null)],
]

/** Explains the symbols and colors of the matrix. */
export function MatrixLegend() {
  const styles = useStyles()
  const looks = useLookStyles()
  return (
    <Stack as="ul" row wrap gap={16} lineGap={4} aria-label="Legend">
      {ENTRIES.map(([look, symbol, words]) => (
        <Stack as="li" row gap={8} align="center" key={words}>
          <span className={mergeClasses(styles.swatch, looks[look])} aria-hidden>
            {symbol}
          </span>
          <Text variant="caption">{words}</Text>
        </Stack>
      ))}
    </Stack>
  )
}
