.inputs ÿ
