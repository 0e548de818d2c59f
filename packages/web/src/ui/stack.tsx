import { makeStyles, mergeClasses } from '@fluentui/react-components'
import { createElement } from 'react'
import type { ComponentPropsWithRef } from 'react'

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  row: { flexDirection: 'row' },
  wrap: { flexWrap: 'wrap' },
  bare: { margin: 0, padding: 0, listStyleType: 'none' },
  start: { alignItems: 'flex-start' },
  center: { alignItems: 'center' },
  end: { alignItems: 'flex-end' },
  baseline: { alignItems: 'baseline' },
  between: { justifyContent: 'space-between' },
  atEnd: { justifyContent: 'flex-end' },
  gap2: { gap: '2px' },
  gap4: { gap: '4px' },
  gap8: { gap: '8px' },
  gap12: { gap: '12px' },
  gap16: { gap: '16px' },
  gap24: { gap: '24px' },
  gap32: { gap: '32px' },
  lineGap0: { rowGap: 0 },
  lineGap4: { rowGap: '4px' },
  lineGap8: { rowGap: '8px' },
  lineGap16: { rowGap: '16px' },
})

interface StackProps extends Omit<ComponentPropsWithRef<'div'>, 'wrap'> {
  as?: 'div' | 'span' | 'p' | 'section' | 'nav' | 'header' | 'ul' | 'ol' | 'li' | 'dl'
  /** Side by side; otherwise one below the other. */
  row?: boolean
  /** A row continues on a new line where it is too long. */
  wrap?: boolean
  /** Pixels between the children. */
  gap?: 2 | 4 | 8 | 12 | 16 | 24 | 32
  /** Pixels between the lines of a wrapped row, where they differ from the gap. */
  lineGap?: 0 | 4 | 8 | 16
  align?: 'start' | 'center' | 'end' | 'baseline'
  justify?: 'between' | 'end'
}

const MARGINLESS: readonly string[] = ['ul', 'ol', 'dl', 'p']

/** Children in a column or a row. Lists and paragraphs have neither markers nor margins. */
export function Stack(props: StackProps) {
  const { as = 'div', row, wrap, gap, lineGap, align, justify, className, ...rest } = props
  const styles = useStyles()
  return createElement<ComponentPropsWithRef<'div'>>(as, {
    ...rest,
    className: mergeClasses(
      styles.stack,
      MARGINLESS.includes(as) && styles.bare,
      row && styles.row,
      wrap && styles.wrap,
      gap && styles[`gap${gap}`],
      lineGap !== undefined && styles[`lineGap${lineGap}`],
      align && styles[align],
      justify && styles[justify === 'end' ? 'atEnd' : justify],
      className,
    ),
  })
}
