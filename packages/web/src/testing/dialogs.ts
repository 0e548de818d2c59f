import { screen, waitFor } from '@testing-library/react'

const DIALOG = '[role=dialog], [role=alertdialog]'

/**
 * Finds a dialog by its title text. Without a layout Fluent may treat an open dialog as hidden,
 * which then has no accessible name.
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
