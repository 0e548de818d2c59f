import { makeStyles, mergeClasses } from '@fluentui/react-components'
import { createElement } from 'react'
import type { ComponentPropsWithRef } from 'react'

import { useTextStyle } from './text-style.ts'
import type { TextStyle } from './text-style.ts'

const useStyles = makeStyles({ block: { margin: 0 } })

type Tag = 'span' | 'p' | 'div' | 'h2' | 'h3' | 'h4' | 'strong' | 'dt' | 'dd' | 'li'

interface TextProps extends TextStyle, ComponentPropsWithRef<'span'> {
  as?: Tag
}

/** A text in one of the text styles. Headings, paragraphs and descriptions have no margin. */
export function Text({ as = 'span', className, ...props }: TextProps) {
  const { variant, mono, muted, tabular, breakable, nowrap, ...rest } = props
  const styles = useStyles()
  const text = useTextStyle({ variant, mono, muted, tabular, breakable, nowrap }, className)
  return createElement(as, {
    ...rest,
    className: as === 'span' || as === 'strong' ? text : mergeClasses(styles.block, text),
  })
}
