import type { Language } from './language';

export const french: Language = {
  tag: 'fr',
  fillers: [
    "s'il",
    'te',
    'vous',
    'plaît',
    'plait',
    'svp',
    'stp',
    'oui',
    'ok',
    'bon',
    'alors',
    'maintenant',
    'donc',
  ],
  assents: ['oui', 'ok'],
  nudges: [
    /^(?:continue|continuez|continuer|poursuis|poursuivez|vas y|va y|allez y|reprends|reprenez|réessaie|réessayez|réessaye|recommence|encore|encore une fois|suivant|suite|la suite)(?: (?:le travail|la tâche|comme ça|là où tu (?:t'es|t'étais) arrêté))?$/,
  ],
  pokes: [/^(?:allo|allô|bonjour|tu es là|t'es là|es tu là)$/],
  resumes: [/^(?:continue|continuez|poursuis|reprends)\b/],
  complaints: [
    /\b(?:pas|aucune) (?:de |eu de |reçu de )?(?:réponse|réponses|sortie|réaction)\b/,
    /\b(?:tu t'es|tu es|ça s'est|il s'est|ça) (?:arrêté|arrêtée|bloqué|bloquée|planté|plantée|figé)\b/,
    /\bpourquoi (?:tu )?(?:t'arrêtes|t'es arrêté|t'es tu arrêté|ne réponds|tu ne réponds|tu réponds pas)\b/,
    /\bréponse vide\b/,
  ],
  openers: [/^(?:non|stop|attends|arrête|attendez|arrêtez)\b/],
  corrections: [
    /\b(?:ne|n') ?(?:change|modifie|touche|édite|supprime|écris|utilise|fais|lance|crée)(?:z|s)? (?:pas|rien|jamais)\b/,
  ],
  retractions: [
    /\bpas encore\b/,
    /\b(?:au lieu de|plutôt que|annule|reviens en arrière|ce n'est pas|faux)\b/,
    /\b(?:d'abord|avant)\b.{0,60}\b(?:lis|lisez|regarde|lire|vérifie)\b|\b(?:lis|lisez|regarde|vérifie)\b.{0,60}\bd'abord\b/,
  ],
  steering: [/\b(?:seulement|uniquement|d'abord|avant|mais|sans|pas|tu dois|il faut)\b/],
  promises: [
    /\b(?:je vais|laisse moi|laissez moi) (?:maintenant |d'abord )?(?:vérifier|lire|lancer|exécuter|modifier|corriger|créer|écrire|ajouter|chercher|regarder)\b/,
  ],
  silence: [/\b(?:ne réponds pas|pas besoin de répondre|aucune réponse nécessaire)\b/],
  common:
    'le la les un une des et ou mais si que de du en avec pour par est sont pas ne ce cette ça il elle on nous vous je tu se sa son au aux plus dans sur'.split(
      ' ',
    ),
};
