import { Button } from '@fluentui/react-components'
import { useState } from 'react'

import { useFormat } from '../lib/preferences.ts'
import { Stack } from './stack.tsx'
import { Text } from './text.tsx'
import { useIsPrinting } from './use-is-printing.ts'

/** Returns the first rows of a long list, and the button that adds more; print has all rows. */
export function useShowMore<Row>(rows: readonly Row[], step: number) {
  const [most, setMost] = useState(step)
  const isPrinting = useIsPrinting()
  const shown = isPrinting ? rows : rows.slice(0, most)
  const button = shown.length < rows.length && (
    <ShowMore shown={shown.length} total={rows.length} onMore={() => setMost(most + step)} />
  )
  return { shown, button }
}

interface ShowMoreProps {
  shown: number
  total: number
  onMore: () => void
}

function ShowMore({ shown, total, onMore }: ShowMoreProps) {
  const format = useFormat()
  return (
    <Stack row wrap gap={12} align="center">
      <Button onClick={onMore}>Show more</Button>
      <Text variant="caption" muted tabular>
        Showing {format.number(shown)} of {format.number(total)}
      </Text>
    </Stack>
  )
}
