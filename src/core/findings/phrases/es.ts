import type { Language } from './language';

export const spanish: Language = {
  tag: 'es',
  fillers: ['por', 'favor', 'sí', 'si', 'ok', 'vale', 'bueno', 'ya', 'ahora', 'entonces'],
  assents: ['sí', 'si', 'ok', 'vale'],
  nudges: [
    /^(?:continúa|continua|continúe|continue|continuar|sigue|siga|seguir|adelante|prosigue|reintenta|reintentar|otra vez|de nuevo|inténtalo (?:de nuevo|otra vez)|intenta (?:de nuevo|otra vez)|siguiente)(?: (?:con (?:eso|la tarea|el trabajo)|así|trabajando))?$/,
  ],
  pokes: [/^(?:hola|estás ahí|estas ahi|sigues ahí|sigues ahi)$/],
  resumes: [/^(?:por favor )?(?:continúa|continua|sigue)\b/],
  complaints: [
    /\b(?:no|sin|ninguna) (?:hay |hubo |me |has |recibí |recibo |veo |tengo )*(?:respuesta|respondes|respondiste|respondido|contestas|contestaste|contestado|salida)\b/,
    /\b(?:te|se) (?:has |ha )?(?:detuviste|detenido|paraste|parado|colgaste|colgado|quedaste|quedado|detuvo|paró|colgó|trabaste)\b/,
    /\brespuesta (?:vacía|vacia|en blanco)\b/,
  ],
  openers: [/^(?:no|para|espera|alto|detente)\b/],
  corrections: [
    /\b(?:no|nunca) (?:cambies|toques|modifiques|edites|borres|elimines|escribas|uses|hagas|ejecutes|crees)\b/,
  ],
  retractions: [
    /\b(?:todavía no|aún no|no .{1,30} todavía)\b/,
    /\b(?:en lugar de|en vez de|incorrecto|equivocado|deshaz|revierte|eso no es)\b/,
    /\b(?:primero|antes)\b.{0,60}\b(?:lee|leas|revisa|mira|leer)\b|\b(?:lee|revisa|mira)\b.{0,60}\bprimero\b/,
  ],
  steering: [/\b(?:solo|sólo|primero|antes|sino|pero|sin|no|debes|tienes que|deberías)\b/],
  promises: [
    /\b(?:voy a|ahora voy a|déjame) (?:revisar|comprobar|leer|ejecutar|editar|corregir|crear|escribir|añadir|buscar|actualizar)\b/,
  ],
  silence: [/\bno (?:respondas|contestes|hace falta (?:responder|respuesta))\b/],
  common:
    'el la los las un una unos unas y o pero si que de del en con por para es son no lo le se su al como más ya este esta esto'.split(
      ' ',
    ),
};
