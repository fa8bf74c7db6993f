import * as z from 'zod/mini'
import type { Drink } from '#contract/events/drinks.ts'
import { createDrink, updateDrink } from '#contract/events/drinks-managed.ts'
import { drinkImage } from '#contract/api/files.ts'
import { toCents, toPesos } from '#contract/values/money.ts'
import { ImageField } from '#web/features/files/ImageField.tsx'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { pesosInput, readPesos, showPesos } from '#web/features/forms/number-inputs.ts'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { largestImage } from '#web/lib/media.ts'
import { MoneyField } from '#web/ui/fields/MoneyField.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

const drinkInput = z.object({
  name: createDrink.body.shape.name,
  description: createDrink.body.shape.description,
  price: pesosInput({ min: 0, max: 10_000_000 }),
  image: z.nullable(z.file()),
})
interface DrinkDialogProps {
  eventId: string
  /** The drink to change; null creates one. */
  drink: Drink | null
  onClose: () => void
}

/** Creates a drink of an event, or changes one. */
export function DrinkDialog({ eventId, drink, onClose }: DrinkDialogProps) {
  const form = useSubmit(drink ? updateDrink : createDrink, {
    schema: drinkInput,
    defaults: {
      name: drink?.name ?? '',
      description: drink?.description ?? '',
      price: showPesos(drink && toCents(drink.price)),
      image: null,
    },
    draft: `bebida:${drink?.id ?? eventId}`,
    toInput: ({ price, image, ...body }) => ({
      params: drink ? { drinkId: drink.id } : { id: eventId },
      body: { ...body, price: toPesos(readPesos(price)) },
      ...(image && { files: { image } }),
    }),
    done: ({ data }) => `${drink ? 'Guardaste' : 'Agregaste'} ${data.drink.name}`,
  })
  return (
    <FormDialog
      form={form}
      title={drink ? drink.name : 'Agregar bebida'}
      submit={drink ? 'Guardar' : 'Agregar'}
      uploading="Subiendo la foto"
      onClose={onClose}
    >
      <TextField label="Nombre" maxLength={80} {...form.field('name')} />
      <MoneyField label="Precio" hint="Con 0 es gratis." {...form.field('price')} />
      <TextArea label="Descripción" optional rows={2} maxLength={500} {...form.field('description')} />
      <ImageField
        label="Foto"
        optional
        rule={drinkImage}
        currentUrl={drink?.image ? largestImage(drink.image.id) : null}
        {...form.value('image')}
      />
    </FormDialog>
  )
}
