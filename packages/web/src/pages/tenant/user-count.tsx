import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'

import { useFormat } from '../../lib/preferences.ts'

const useStyles = makeStyles({
  count: {
    ...typographyStyles.caption1,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
})

interface UserCountProps {
  shown: number
  total: number | undefined
}

/** How many of the tenant's people are shown; read out when a search changes it. */
export function UserCount({ shown, total }: UserCountProps) {
  const styles = useStyles()
  const format = useFormat()
  if (total === undefined || total === 0) return null
  return (
    <output className={styles.count}>
      {shown === total
        ? `${format.number(total)} ${total === 1 ? 'person' : 'people'}`
        : `${format.number(shown)} of ${format.number(total)} people`}
    </output>
  )
}
