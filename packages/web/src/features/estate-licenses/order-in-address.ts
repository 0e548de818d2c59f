/** The order of a table, as the address contains it. Absent: the most waste first. */
interface OrderInAddress<Column> {
  by?: Column | undefined
  order?: 'desc' | undefined
}

/** Returns the order of the view: without one the most waste first. */
export const orderOf = <Column extends string>({ by, order }: OrderInAddress<Column>) =>
  by === undefined
    ? ({ by: 'waste', isDescending: true } as const)
    : { by, isDescending: order === 'desc' }

/** Returns the view in another order; the address leaves the default out. */
export const orderedBy = <Column extends string, View extends OrderInAddress<Column>>(
  view: View & OrderInAddress<Column>,
  by: Column,
  isDescending: boolean,
): View =>
  by === 'waste' && isDescending
    ? { ...view, by: undefined, order: undefined }
    : { ...view, by, order: isDescending ? 'desc' : undefined }
