import { makeStyles } from '@fluentui/react-components'

/** A panel's places in the dialog: the tabs have the row that Fluent gives to the content. */
export const usePanelStyles = makeStyles({
  content: {
    gridRowStart: 3,
    gridRowEnd: 3,
    padding: '0 0 16px',
    // The dialog keeps its height while the tabs change.
    minHeight: '528px',
    '@media (max-width: 700px), (max-height: 700px)': { minHeight: 0 },
  },
  actions: { gridRowStart: 4, gridRowEnd: 4 },
})
