import { PageSpinner } from '../ui/page-spinner.tsx'

/** While the code of a page is loaded. */
export function PagePending() {
  return <PageSpinner text="Loading..." />
}
