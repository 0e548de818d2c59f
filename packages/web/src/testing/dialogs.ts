import { screen, waitFor } from '@testing-library/react'

const DIALOG = '[role=dialog], [role=alertdialog]'

/**
 * The dialog with this title. By its words: without a layout to look at, Fluent may take an open dialog
 * for one that is to be hidden, and then it has no name.
 */
export function findDialog(title: string): Promise<HTMLElement> {
  return waitFor(() => {
    const dialog = screen
      .getAllByText(title)
      .map((each) => each.closest<HTMLElement>(DIALOG))
      .find((each) => each !== null)
    if (!dialog) throw new Error(`No dialog is called ${title}`)
    return dialog
  })
}
