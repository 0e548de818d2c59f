import { Button, makeStyles } from '@fluentui/react-components'
import { FilterDismiss20Regular } from '@fluentui/react-icons/svg/filter-dismiss'
import type { ReactNode } from 'react'

import { Stack } from './stack.tsx'

const useStyles = makeStyles({
  // Paper shows the filtered rows; the fields say nothing more.
  bar: { '@media print': { display: 'none' } },
})

interface FiltersProps {
  children: ReactNode
  /** Removes all filters; null while none is set. */
  onClear: (() => void) | null
}

/** The filters of a list, with a button that removes them. */
export function Filters({ children, onClear }: FiltersProps) {
  return (
    <Stack
      as="section"
      row
      wrap
      gap={12}
      lineGap={8}
      align="center"
      aria-label="Filters"
      className={useStyles().bar}
    >
      {children}
      {onClear && <ClearFilters onClear={onClear} />}
    </Stack>
  )
}

export function ClearFilters({ onClear }: { onClear: () => void }) {
  return (
    <Button appearance="subtle" icon={<FilterDismiss20Regular />} onClick={onClear}>
      Clear filters
    </Button>
  )
}
