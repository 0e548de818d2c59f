import { makeStyles, mergeClasses } from '@fluentui/react-components'
import type { ComponentPropsWithRef } from 'react'

import { TWO_COLUMNS_STYLE } from './two-columns-style.ts'

const useStyles = makeStyles({
  columns: TWO_COLUMNS_STYLE,
})

/** A wide column and a narrow one; one below the other on a narrow screen. */
export function TwoColumns({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  const styles = useStyles()
  return <div {...rest} className={mergeClasses(styles.columns, className)} />
}
