import { makeStyles } from '@fluentui/react-components'
import type { ComponentPropsWithRef } from 'react'

import { HIDDEN_FROM_SIGHT } from './hidden-from-sight.ts'

const useStyles = makeStyles({ hidden: HIDDEN_FROM_SIGHT })

/** Text that only screen readers read. */
export function VisuallyHidden(props: Omit<ComponentPropsWithRef<'span'>, 'className'>) {
  const styles = useStyles()
  return <span {...props} className={styles.hidden} />
}
