import { makeStyles, Spinner } from '@fluentui/react-components'

const useStyles = makeStyles({
  root: { display: 'grid', placeItems: 'center', minHeight: '240px' },
  whole: { display: 'grid', placeItems: 'center', minHeight: '100dvh' },
})

/** Shows that data is being loaded; the text names it. */
export function PageSpinner({ text, fillsScreen }: { text: string; fillsScreen?: boolean }) {
  const styles = useStyles()
  return (
    <output className={fillsScreen === true ? styles.whole : styles.root}>
      <Spinner label={text} labelPosition="below" />
    </output>
  )
}
